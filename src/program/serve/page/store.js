// What stays when the page is closed: what the browser keeps, and files that are taken from the page and given to it.

// Offers a text as a file to keep.
export function download(name, text) {
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(new Blob([text])), download: name });
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
