// node run-bundle.cjs <bundle> <arguments>…: runs a bundle of bundled-apps.mjs as if it were started itself, with the engine's code
// from `<bundle>.cache`, which the first run writes.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname } = require('node:path');
const vm = require('node:vm');

const [, , file] = process.argv;
process.argv.splice(1, 1);
const cacheFile = `${file}.cache`;

const cachedData = readCache();
const script = new vm.Script(wrap(readFileSync(file, 'latin1')), { filename: file, cachedData });
const bundle = { exports: {} };
script
  .runInThisContext()
  .call(bundle.exports, bundle.exports, createRequire(file), bundle, file, dirname(file));
// After it ran, so that the functions that it called are in it.
if (!cachedData) writeCache();

function readCache() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

/** A process that cannot keep it, because the bundle was made anew meanwhile, goes on without. */
function writeCache() {
  const draft = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cacheFile);
  } catch {
    return;
  }
}
