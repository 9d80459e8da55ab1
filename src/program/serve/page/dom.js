// Elements from names, attributes and children. Texts become text nodes: nothing that a user writes is markup.

// Children without those that a condition has left out.
const present = (children) =>
  children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);

// Puts children in place of those that an element has.
export const put = (place, ...children) => place.replaceChildren(...present(children));

// An element by its name and class, such as "p.live". Attributes that begin with "on" are listeners, false and null leave
// an attribute out.
export function h(name, ...rest) {
  const [tag, kind] = name.split("."),
    hasAttributes = rest.length && rest[0] && Object.getPrototypeOf(rest[0]) === Object.prototype;
  const attributes = hasAttributes ? rest.shift() : {};
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled" || key === "hidden") made[key] = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...present(rest));
  return made;
}

// Puts a template of the page into a place; gives its parts by their names. `acts` are what parts do when they are pressed,
// changed, or, as forms, sent.
export function build(place, template, acts = {}) {
  const made = document.getElementById(template).content.cloneNode(true);
  const parts = Object.fromEntries([...made.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
  for (const [name, act] of Object.entries(acts))
    parts[name].addEventListener({ BUTTON: "click", FORM: "submit" }[parts[name].tagName] || "change", act);
  place.append(made);
  return parts;
}

// A button that does something, with a line of help.
export function button(text, title, act, attributes = {}) {
  return h("button", { type: "button", title, onclick: act, ...attributes }, text);
}

// Buttons of a kind: the one that is wanted most, one that changes something, one that looks like a part of the text, an action.
const kindOf = (kind) => (text, title, act) => button(text, title, act, { class: kind });
export const [mainButton, fix, link, actionButton] = ["main", "fix", "link", "action-button"].map(kindOf);

// A table: the names of its columns, and what holds its rows.
export const table = (heads, rows) => {
  const cells = heads.map((head) => h("th", { scope: "col" }, head));
  return h("div.scroll", { tabindex: 0 }, h("table", h("thead", h("tr", cells)), rows));
};

// A row of a table: its name, and its cells.
export const row = (name, cells) => {
  const rest = cells.map((cell) => h("td", cell));
  return h("tr", h("th", { scope: "row" }, name), rest);
};

// A document of a run, in a frame that can reach nothing else. It tells how tall it is: on a phone, only the page scrolls.
addEventListener("message", ({ source, data }) => {
  const frame = data?.height && [...document.querySelectorAll("iframe")].find((one) => one.contentWindow === source);
  if (frame) frame.style.setProperty("--tall", `${data.height}px`);
});
export const shown = (title, src, more = {}) => h("iframe", { title, sandbox: "allow-scripts", src, ...more });

// A choice, as buttons beside their words: each option is a value and words.
export const radios = (name, options, value, change) =>
  options.map(([key, ...words]) => {
    const mark = h("input", { type: "radio", name, checked: key === value, onchange: () => change(key) });
    return h("label.option", mark, " ", words);
  });

// On a phone, what was asked for is above or below the texts.
export const intoSight = (place) => innerWidth <= 800 && place.scrollIntoView();

// Marks which of several elements is the current one.
export const markCurrent = (elements, isCurrent) => {
  for (const one of elements) one.ariaCurrent = isCurrent(one) ? "true" : null;
};

// Text with `code` and fenced code, as hovers and explanations have it.
export function prose(text) {
  const bold = (piece, at) => (at % 2 ? h("b", piece) : piece);
  const inline = (piece, at) => (at % 2 ? h("code", piece) : piece.split("**").map(bold));
  const said = (words) => words.split(/`([^`]*)`/).map(inline);
  const block = (words) => {
    const head = /^#+ (.*)$/.exec(words);
    const items = words.startsWith("- ") && `\n${words}`.split("\n- ").slice(1);
    if (items) return h("ul", ...items.map((item) => h("li", said(item))));
    return head ? h("h3", head[1]) : h("p", said(words));
  };
  const blocks = (part) => part.split(/\n\s*\n/).map((one) => one.trim());
  const parts = text.split(/^```.*$/m);
  const shown = parts.map((part, at) => (at % 2 ? h("pre", part.trim()) : blocks(part).filter(Boolean).map(block)));
  return h("div.prose", shown);
}

// A dialog with a title; gives itself. It closes by Escape, by its button, and by close().
export function dialog(title, ...content) {
  const close = button("Close", "close this (Escape)", () => box.close());
  const box = h("dialog", { "aria-label": title }, h("div.head", h("h2", title), close), content);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

// Asks by a dialog whose content `make` gives; `answer` closes it. Gives the answer, or null if it is closed without one.
export function asked(title, make) {
  return new Promise((resolve) => {
    let given = null;
    const answer = (value) => {
      given = value;
      box.close();
    };
    const box = dialog(title, make(answer));
    box.addEventListener("close", () => resolve(given));
    box.querySelector("input")?.select();
  });
}

// Asks for one of several answers, each a word and its help, below some words.
export const offer = (title, content, answers) =>
  asked(title, (answer) => [
    content,
    h("div.bar", ...answers.map(([word, help]) => button(word, help, () => answer(word)))),
  ]);

// Asks for a line of text.
export const ask = (title, value, help = "") =>
  asked(title, (answer) => {
    const input = h("input", { value, "aria-label": title, size: 40 });
    const form = { method: "dialog", onsubmit: () => answer(input.value) };
    return h("form", form, help && h("p.where", help), input, " ", h("button", "OK"));
  });
