// One program at a time, in a thread of its own, so that it can be ended at any time.
//
// In: a compiled program, its words, its input, its files. Out: what it writes while it runs, then its exit code and its
// files; or what has ended it.

import { start } from "./wasi.js";

onmessage = ({ data: { module, words, variables, input, files, folders } }) => {
  const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
  const write = (stream, bytes) => postMessage({ stream, text: decoders[stream].decode(bytes, { stream: true }) });
  try {
    const code = start(module, { words, variables, input, files, folders, write });
    postMessage({ code, files });
  } catch (error) {
    postMessage({ fault: error.message });
  }
};
