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

// A document of a run, in a frame that can reach nothing else.
export const shown = (title, src, more = {}) => h("iframe", { title, sandbox: "allow-scripts", src, ...more });

// A choice: pairs of a value and a text, or texts.
export function choice(label, options, value, change) {
  const list = h("select", { "aria-label": label, title: label, onchange: () => change(list.value) });
  for (const option of options) {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    list.append(h("option", { value: key }, text));
  }
  list.value = value;
  return list;
}

// The same as buttons beside their words: each option is a value and words.
export const radios = (name, options, value, change) =>
  options.map(([key, ...words]) => {
    const mark = h("input", { type: "radio", name, checked: key === value, onchange: () => change(key) });
    return h("label.option", mark, " ", words);
  });

// What is wrong, as a list: how bad it is, where, what, further lines, and buttons.
export const faultList = (faults) =>
  faults.length
    ? h(
        "ul.faults",
        faults.map(({ severity, place, message, more, actions }) => {
          const lines = more.map((line) => h("span.more", line));
          return h("li", { class: severity }, place, " ", message, lines, actions);
        }),
      )
    : null;

// Marks which of several elements is the current one.
export function markCurrent(elements, isCurrent) {
  for (const one of elements) {
    if (isCurrent(one)) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
}

// A number with thousands set apart.
export function figure(number) {
  return number === null || number === undefined ? "–" : Number(number).toLocaleString("en").replaceAll(",", "\u202f");
}

export function bytes(number) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let unit = 0,
    size = number;
  while (size >= 1024 && unit < 3) {
    size /= 1024;
    unit += 1;
  }
  return `${unit ? size.toFixed(1) : size} ${units[unit]}`;
}

export const plural = (count, one, many = one + "s") => `${figure(count)} ${count === 1 ? one : many}`;

export const seconds = (time) => (time === null || time === undefined ? "–" : `${time.toFixed(time < 10 ? 2 : 1)} s`);

// What is wrong with an argument of a command, in words of a page, which has no flags.
export const plain = (text) => text.replace(/^error: (invalid value .*? for '.*?': )?/m, "").split("\n\n")[0];

// Text with `code` and fenced code, as hovers and explanations have it.
export function prose(text) {
  const out = h("div.prose");
  text.split(/^```.*$/m).forEach((part, index) => {
    if (index % 2) {
      out.append(h("pre", part.trim()));
      return;
    }
    for (const block of part
      .split(/\n\s*\n/)
      .map((one) => one.trim())
      .filter(Boolean)) {
      const head = /^#+ (.*)$/.exec(block);
      if (head) {
        out.append(h("h3", head[1]));
        continue;
      }
      const pieces = block
        .split(/`([^`]*)`/)
        .map((piece, at) => (at % 2 ? h("code", piece) : piece.replaceAll("**", "")));
      out.append(h("p", pieces));
    }
  });
  return out;
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

// Asks for one of several answers, each a word and its help; null if there is none.
export function offer(title, words, answers) {
  return new Promise((resolve) => {
    let answer = null;
    const choose = (word) => () => {
      answer = word;
      box.close();
    };
    const buttons = answers.map(([word, help]) => button(word, help, choose(word)));
    const box = dialog(title, h("p", {}, words), h("div", { class: "bar" }, buttons));
    box.addEventListener("close", () => resolve(answer));
  });
}

// Asks for a line of text; null if there is none.
export function ask(title, value, help = "") {
  return new Promise((resolve) => {
    const input = h("input", { value, "aria-label": title, size: 40 });
    let answer = null;
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: () => {
          answer = input.value;
        },
      },
      help && h("p.where", help),
      input,
      " ",
      h("button", "OK"),
    );
    const box = dialog(title, form);
    box.addEventListener("close", () => resolve(answer));
    input.select();
  });
}

// Offers a text as a file to keep.
export function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The file that is dropped somewhere, unless it is too large for a text.
export const droppedFile = ({ dataTransfer }) => [...dataTransfer.files].find((file) => file.size < 4 << 20) || null;

// What the browser keeps, for this folder only: another may be served at the same address. Without storage, nothing.
const folder = document.querySelector("meta[name=folder]")?.content;
const named = (name) => (folder ? `${name} of ${folder}` : name);
const memory = (storage) => {
  const act = (method, name, ...value) => {
    try {
      return storage()[method](named(name), ...value);
    } catch {
      return null;
    }
  };
  return {
    get: (name) => act("getItem", name),
    set: (name, text) => act("setItem", name, text),
    remove: (name) => act("removeItem", name),
  };
};
export const inBrowser = memory(() => localStorage);
export const inTab = memory(() => sessionStorage);
