// Programs in WebAssembly: each runs in a worker of its own, which is ended to stop it. The workbench without a server
// and a page that plays alone start them here.

// Why there is no answer, with the code of a protocol that the page speaks.
export const refusal = (code, message) => Object.assign(new Error(message), { code });

export class Programs {
  // `compiled` promises the program, `begin` makes a worker.
  constructor(compiled, begin, variables, folders = []) {
    Object.assign(this, { compiled, begin, variables, folders, idle: [] });
  }

  // Runs the program; gives its exit code, what it wrote, and its files. `heard` hears the objects that it writes meanwhile,
  // each in a line.
  async run(words, { input = "", files = new Map(), heard = null, signal = null } = {}) {
    const module = await this.compiled();
    const worker = this.idle.pop() || this.begin();
    return new Promise((resolve, reject) => {
      const written = { 1: "", 2: "" };
      let rest = "";
      const end = () => {
        if (signal) signal.removeEventListener("abort", stop);
        worker.onmessage = worker.onerror = null;
      };
      const fail = (code, words) => {
        end();
        worker.terminate();
        reject(refusal(code, words));
      };
      const stop = () => fail(-32800, "canceled");
      if (signal && signal.aborted) return stop();
      if (signal) signal.addEventListener("abort", stop);
      worker.onerror = (event) => fail(-32603, event.message || "a worker could not start");
      worker.onmessage = ({ data: { stream, text, code, files, fault } }) => {
        if (stream) {
          written[stream] += text;
          if (stream !== 1 || !heard) return;
          const lines = (rest + text).split("\n");
          rest = lines.pop();
          for (const one of lines.filter((one) => one.startsWith("{"))) heard(JSON.parse(one));
        } else if (fault) {
          const why = written[2].split("\n").findLast((line) => line && !line.startsWith("note:"));
          fail(-32603, `The engine broke off, and a fresh one is ready: ${why || fault}`);
        } else {
          end();
          this.idle.push(worker);
          resolve({ code, out: written[1], err: written[2], files });
        }
      };
      const bytes = new TextEncoder().encode(input);
      const { variables, folders } = this;
      worker.postMessage({ module, words, variables, input: bytes, files, folders: new Set(folders) });
    });
  }
}
