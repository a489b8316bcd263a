"use strict";
/* The list: filters, search, pages, and which case is open. The address after # holds all of it. */

const ON_A_PAGE = 50;
const TITLES = {
  set: "Set", class: "Class", subtype: "Subtype", track: "Track", action: "Action", type: "Violation type",
  property: "Property", temporal: "Temporal split", definition: "Definition-disjoint split", entity: "Entity-disjoint split",
};
const wre = { waiting: {}, rows: [], shards: {}, words: [], opened: null };

/* Every data script calls this with its name and its content. */
wre.take = (name, value) => {
  wre.waiting[name](value);
  delete wre.waiting[name];
};

function load(file, name) {
  return new Promise((resolve, reject) => {
    wre.waiting[name] = resolve;
    const failed = () => reject(new Error(file + " could not be read; build the browser again"));
    const script = make("script", { src: document.body.dataset.folder + "/" + file });
    script.onerror = failed;
    document.head.append(script);
  });
}

async function start() {
  wre.manifest = await load("manifest.js", "manifest");
  document.getElementById("about").textContent =
    wre.manifest.cases + " cases of release " + wre.manifest.version +
    (wre.manifest.runs.length ? ", with the answers of " + wre.manifest.runs.length + " runs" : "") + ".";
  document.title = "Repair cases " + wre.manifest.version;
  offerFilters();
  for (let number = 0; number < wre.manifest.row_files; number++) {
    wre.rows.push(...(await load("rows-" + number + ".js", "rows:" + number)));
  }
  wre.words = wre.rows.map((row) => (row[0] + " " + row[1]).normalize("NFKC").toLocaleLowerCase());
  wre.places = new Map(wre.rows.map((row, place) => [row[0], place]));
  const form = document.getElementById("filters");
  form.addEventListener("input", () => go(chosen()));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => go(chosen())));
  window.addEventListener("hashchange", show);
  await show();
}

function offerFilters() {
  const place = document.getElementById("facets");
  for (const [name, values] of wre.manifest.facets) {
    if (values.length < 2) continue;
    const coded = values.map(([value, count], code) => ({ value, count, code }));
    coded.sort((one, other) => one.value.localeCompare(other.value, "en", { numeric: true }));
    const options = coded.map(({ value, count, code }) => make("option", { value: code }, value + " (" + count + ")"));
    const all = make("option", { value: "" }, "all");
    place.append(make("label", {}, TITLES[name], make("select", { name, "data-facet": name }, all, options)));
  }
}

function chosen() {
  const state = new URLSearchParams();
  for (const [name, value] of new FormData(document.getElementById("filters"))) if (value) state.set(name, value);
  return state;
}

function go(state) {
  const address = "#?" + state;
  history.replaceState(null, "", address);
  show();
}

async function show() {
  const found = /^#case=(.+)$/.exec(location.hash);
  const isCase = found !== null;
  document.getElementById("list").hidden = isCase;
  document.getElementById("case").hidden = !isCase;
  if (isCase) await showOne(decodeURIComponent(found[1]));
  else showList(new URLSearchParams(location.hash.replace(/^#\??/, "")));
}

function showList(state) {
  if (wre.opened) document.getElementById("list-title").focus();
  wre.opened = null;
  wre.state = state;
  fillForm(state);
  wre.matches = matching(state);
  const last = Math.max(0, Math.ceil(wre.matches.length / ON_A_PAGE) - 1);
  const page = Math.min(Math.max(0, Number(state.get("page")) || 0), last);
  const first = page * ON_A_PAGE;
  const shown = wre.matches.slice(first, first + ON_A_PAGE);
  document.getElementById("status").textContent = wre.matches.length
    ? wre.matches.length + " cases match; these are " + (first + 1) + " to " + (first + shown.length) + "."
    : "No case matches these filters.";
  document.querySelector("#cases tbody").replaceChildren(...shown.map(row));
  document.getElementById("pages").replaceChildren(...pageLinks(state, page, last));
}

function fillForm(state) {
  for (const control of document.getElementById("filters").elements) {
    if (control.name && control !== document.activeElement) control.value = state.get(control.name) || "";
  }
}

function matching(state) {
  const wanted = wre.manifest.facets.map(([name], place) => [place + 2, state.get(name)]).filter(([, code]) => code);
  const words = (state.get("q") || "").normalize("NFKC").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = [];
  for (let place = 0; place < wre.rows.length; place++) {
    const one = wre.rows[place];
    if (wanted.every(([column, code]) => one[column] === Number(code)) && words.every((word) => wre.words[place].includes(word))) found.push(place);
  }
  return found;
}

function row(place) {
  const one = wre.rows[place];
  const value = (wanted) => {
    const column = wre.manifest.facets.findIndex(([name]) => name === wanted);
    return wre.manifest.facets[column][1][one[column + 2]][0];
  };
  const cells = [["Class", value("class")], ["Action", value("action")], ["Violation", value("type")], ["Property", value("property")]];
  return make("tr", {},
    make("th", { scope: "row" }, make("a", { href: "#case=" + encodeURIComponent(one[0]) }, one[1])),
    make("td", { "data-label": "Case", class: "id" }, one[0]),
    cells.map(([label, text]) => make("td", { "data-label": label }, text)));
}

function pageLinks(state, page, last) {
  const to = (number, text) => {
    const there = new URLSearchParams(state);
    there.set("page", number);
    return make("a", { href: "#?" + there }, text);
  };
  return [
    page > 0 ? to(page - 1, "Previous page") : null,
    make("span", {}, "Page " + (page + 1) + " of " + (last + 1)),
    page < last ? to(page + 1, "Next page") : null,
  ].filter(Boolean);
}

async function showOne(id) {
  const article = document.getElementById("case");
  const place = wre.places.get(id);
  const back = make("a", { href: "#?" + (wre.state || "") }, "Back to the list");
  wre.opened = id;
  if (place === undefined) {
    article.replaceChildren(back, make("h2", { tabindex: "-1", id: "case-title" }, "No such case"), make("p", {}, id));
  } else {
    const view = await caseAt(place);
    if (wre.opened !== id) return; // somebody went on while it loaded
    article.replaceChildren(neighbours(place, back), ...showCase(view, wre.manifest.wiki));
    article.querySelector(".lead").after(make("p", { class: "id" }, id));
  }
  document.getElementById("case-title").focus();
  window.scrollTo(0, 0);
}

function neighbours(place, back) {
  const found = wre.matches || [...wre.rows.keys()];
  const at = found.indexOf(place);
  const to = (other, text) => (other === undefined ? null : make("a", { href: "#case=" + encodeURIComponent(wre.rows[other][0]) }, text));
  const links = at < 0 ? [] : [to(found[at - 1], "Previous case"), to(found[at + 1], "Next case")];
  return make("nav", { "aria-label": "Cases" }, back, links);
}

async function caseAt(place) {
  const { starts } = wre.manifest;
  let shard = starts.length - 1;
  while (starts[shard] > place) shard--;
  wre.shards[shard] ??= load("cases-" + shard + ".js", "cases:" + shard);
  return (await wre.shards[shard])[place - starts[shard]];
}

start().catch((error) => {
  document.getElementById("about").textContent = String(error.message || error);
});
