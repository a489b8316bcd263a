"use strict";
/* The page of one case. */

const CELLS = [
  ["before the edits", "old_item_old_def", "old_item_new_def"],
  ["after the edits", "new_item_old_def", "new_item_new_def"],
];

function showCase(view, wiki) {
  return [
    make("h2", { tabindex: "-1", id: "case-title" }, view.name),
    make("p", { class: "lead" }, view.about || ""),
    make("p", {}, link(view.subject, wiki), " · ", link(view.property, wiki)),
    facts(view.facts),
    section("What the reports said", view.violations.map(violation)),
    section("What was changed", ...change(view.change)),
    section("The proof", ...proof(view.proof)),
    section("How it was classified", trace(view.trace)),
    section("The frozen world", make("p", { class: "note" }, "As in the dump, so the answer may be in it."), ...layers(view.layers)),
    retrieval(view.retrieval),
    answers(view.answers),
  ].filter(Boolean);
}

/* Ids in brackets, or alone, may be followed on the wiki where the release came from one. */
function link(text, wiki) {
  const found = /\(?([QPL]\d+)\)?$/.exec(text);
  if (!wiki || !found) return text;
  const page = found[1][0] === "P" ? "Property:" + found[1] : found[1];
  return make("a", { href: wiki + page, rel: "noreferrer noopener", target: "_blank" }, text);
}

function violation(one) {
  return make("div", { class: "violation" },
    make("p", {}, one.page + " listed it under ", make("b", {}, one.types), one.values.length ? " with:" : "."),
    one.values.length ? list(one.values) : null,
    make("p", { class: "note" }, "In revision " + one.listed + ", no longer in revision " + one.gone + " (" + one.date + ")."));
}

function change(one) {
  const where = one.action + " on " + one.entity + ", " + one.property + " (" + one.timestamp + ", revision " + one.revision + ")";
  const sides = make("div", { class: "sides" },
    make("div", { class: "before" }, make("h4", {}, "Before"), list(one.before)),
    make("div", { class: "after" }, make("h4", {}, "After"), list(one.after)));
  const term = one.term ? make("p", {}, "Text: ", JSON.stringify(one.term)) : null;
  const kept = one.kept ? make("p", { class: "note" }, one.kept + " other rules stayed as they were.") : null;
  const rows = one.ops.map((op) => [op.op, op.before, op.after]);
  return [make("p", {}, where), sides, term, kept, rows.length ? table("Statement by statement", ["Change", "Before", "After"], rows) : null];
}

function proof(one) {
  const head = make("tr", {}, ["item", "old definition", "new definition"].map((text) => make("th", { scope: "col" }, text)));
  const rows = CELLS.map(([name, left, right]) =>
    make("tr", {}, make("th", { scope: "row" }, name), [left, right].map((cell) => verdict(one.cells[cell]))));
  const grid = make("table", { class: "grid" }, make("caption", {}, "Item state by constraint definition"),
    make("thead", {}, head), make("tbody", {}, rows));
  return [grid, facts([
    ["locus", one.locus], ["through", one.through], ["event", one.event], ["when", one.timestamp],
    ["constraints", one.constraints.join(", ")], ["wrong before", one.reason], ["earlier partial repairs", one.partial || null],
  ])];
}

function verdict(text) {
  return make("td", { class: "verdict " + text }, text ?? "not judged");
}

function trace(steps) {
  if (!steps.length) return make("p", { class: "empty" }, "No trace was kept.");
  return make("ol", {}, steps.map((one) =>
    make("li", {}, make("b", {}, one.step), ": ", one.finding || "", one.evidence ? make("p", { class: "note" }, one.evidence) : null)));
}

function layers(all) {
  const kinds = [
    ["L1", "L1, the item's statements", ["Property", "Values"]],
    ["L2", "L2, labels and descriptions", ["Id", "Label", "Description"]],
    ["L3", "L3, one hop away", ["Property", "Neighbour", "Description"]],
    ["L4", "L4, constraints", ["Type", "Rule"]],
  ];
  return kinds.map(([key, title, headings]) => details(title + " (" + (all[key].rows.length + all[key].more) + ")",
    all[key].rows.length ? table(title, headings, all[key].rows) : make("p", { class: "empty" }, "Nothing was frozen."),
    all[key].more ? make("p", { class: "note" }, "and " + all[key].more + " more in the release") : null));
}

function retrieval(one) {
  if (!one) return null;
  if (one.missing) return section("Frozen web search", make("p", {}, "Missing: " + one.missing));
  return section("Frozen web search", make("p", {}, "Asked: ", make("q", {}, one.query)), make("ol", {}, one.results.map((result) =>
    make("li", {}, make("b", {}, result.title || "untitled"), result.has_answer ? " (has the answer)" : "",
      make("p", { class: "note" }, result.url || ""), make("p", {}, result.text || "")))));
}

function answers(all) {
  if (!all.length) return null;
  const rows = all.map((one) => [one.run, one.outcome, one.action, yes(one.exact), yes(one.fixed), one.s_info === null ? null : String(one.s_info), one.proposed]);
  return section("What models proposed",
    table("Answers of the evaluated runs", ["Run", "Outcome", "Action", "Same value", "Violation gone", "S_info", "Proposal"], rows));
}

function yes(value) {
  if (value === null || value === undefined) return null;
  return value === true || value === 1 ? "yes" : value === false || value === 0 ? "no" : String(value);
}
