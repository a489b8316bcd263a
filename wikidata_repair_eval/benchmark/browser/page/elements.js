"use strict";
/* Making elements. Text only ever becomes text: no case can bring markup or scripts into the page. */

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

function section(title, ...content) {
  return make("section", {}, make("h3", {}, title), ...content);
}

function details(title, ...content) {
  return make("details", {}, make("summary", {}, title), ...content);
}

function table(caption, headings, rows) {
  const head = make("tr", {}, headings.map((heading) => make("th", { scope: "col" }, heading)));
  const body = rows.map((row) =>
    make("tr", {}, row.map((cell, place) => make("td", { "data-label": headings[place] }, cell ?? "none")))
  );
  return make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, body));
}

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return make("dl", {}, shown.map(([name, value]) => [make("dt", {}, name), make("dd", {}, String(value))]));
}

function list(texts, kind) {
  if (!texts.length) return make("p", { class: "empty" }, "nothing");
  return make("ul", { class: kind }, texts.map((text) => make("li", {}, text)));
}
