// Tries the extension for VS Code as it was packed, without an editor: `node try-extension.js FOLDER PROGRAM`.
//
// In: the folder that the package was unpacked into, and the program. The editor is one that has every name and does nothing. Out: the
// extension starts, the program answers it, and it stops; else an error.
const Module = require('module');
const path = require('path');
const children = require('child_process');

const [folder, program] = process.argv.slice(2).map(word => path.resolve(word));
const fail = text => { console.error('FAILED: the extension: ' + text); process.exit(1); };
const answers = {
  get: () => program,
  version: '1.99.0',
  textDocuments: [],
  notebookDocuments: [],
  visibleTextEditors: [],
  visibleNotebookEditors: [],
  all: [],
  showErrorMessage: fail,
};
class Nothing {}
const editor = new Proxy(Nothing, {
  get: (_, name) => name === 'prototype' ? Nothing.prototype : name === Symbol.toPrimitive ? () => '' :
    name === 'then' || typeof name === 'symbol' ? undefined : answers[name] ?? editor,
  apply: () => editor,
  construct: (_, words, made) => made === editor ? editor : Reflect.construct(Nothing, words, made),
});
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? editor : load(name, ...rest);

const started = [];
const spawn = children.spawn;
children.spawn = (...words) => { const child = spawn(...words); started.push(child); return child; };

const { activate, deactivate } = require(path.join(folder, require(path.join(folder, 'package.json')).main));
const late = setTimeout(() => fail('it does not end'), 60000);
(async () => {
  await activate({ subscriptions: [] });
  if (started.length !== 1 || started[0].spawnfile !== program) fail('it has started ' + started.map(one => one.spawnfile));
  await deactivate();
  if (started[0].exitCode === null) await new Promise(ended => started[0].on('exit', ended));
  if (started[0].exitCode !== 0) fail('the program has ended with ' + started[0].exitCode);
  console.log('ok: the extension starts the program, and stops it');
  clearTimeout(late);
})().catch(fail);
