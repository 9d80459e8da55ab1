// What stays when the page is closed: what the browser keeps, and files that are taken from the page and given to it.

import { Refusal } from "./link.js";
import { bytes } from "./words.js";

// Offers a text as a file to keep.
export function download(name, text) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The longest text of a file, in bytes; the server opens and saves none that is longer.
export const LONGEST = 8 << 20;

// The text of a file that was dropped or chosen.
export async function textOf(file) {
  if (file.size > LONGEST)
    throw new Refusal(
      `${file.name} is too long for a text (${bytes(file.size)} of at most 8 MiB): nothing was changed.`,
    );
  const text = await file
    .arrayBuffer()
    .then((content) => new TextDecoder("utf-8", { fatal: true }).decode(content))
    .catch(() => "\0");
  if (text.includes("\0")) throw new Refusal(`${file.name} is not UTF-8 text: nothing was changed.`);
  return text.replace(/\r\n?/g, "\n");
}

// What the browser keeps, for this folder only: another may be served at the same address. Without storage, nothing.
const folder = document.querySelector("meta[name=folder]")?.content;
const named = (name) => (folder ? `${name} of ${folder}` : name);
const memory = (storage) => {
  const act = (use) => {
    try {
      return use(storage());
    } catch {
      return null;
    }
  };
  const mine = (all) => Object.keys(all).filter((name) => name.endsWith(named("")));
  return {
    get: (name) => act((all) => all.getItem(named(name))),
    set: (name, text) => act((all) => all.setItem(named(name), text)),
    remove: (name) => act((all) => all.removeItem(named(name))),
    names: () => act((all) => mine(all).map((name) => name.slice(0, name.length - named("").length))) || [],
  };
};
export const inBrowser = memory(() => localStorage);
export const inTab = memory(() => sessionStorage);
