// node run-bundle.cjs <bundle> <arguments>…: runs a bundle of bundled-apps.mjs as if it were started itself, with the engine's code
// from `<bundle>.cache`, which the first run writes.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname, join } = require('node:path');
const vm = require('node:vm');

const [, , bundle] = process.argv;
process.argv.splice(1, 1);
const loaded = new Map();
run(bundle);

/** A package that has a bundle of its own next to the one that requires it, loaded once; undefined where there is none. */
function loadBundle(file) {
  if (!loaded.has(file)) loaded.set(file, existsSync(file) ? run(file) : undefined);
  return loaded.get(file);
}

/** What the bundle exports. */
function run(file) {
  const cacheFile = `${file}.cache`;
  const cachedData = readCache(cacheFile);
  const script = new vm.Script(wrap(readFileSync(file, 'latin1')), { filename: file, cachedData });
  const module = { exports: {} };
  const fromHere = createRequire(file);
  const load = (name) => loadBundle(join(dirname(file), `${name}.js`)) ?? fromHere(name);
  load.resolve = fromHere.resolve;
  script.runInThisContext().call(module.exports, module.exports, load, module, file, dirname(file));
  // After it ran, so that the functions that it called are in it.
  if (!cachedData) writeCache(script, cacheFile);
  return module.exports;
}

function readCache(cacheFile) {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

/** A process that cannot keep it, because the bundle was made anew meanwhile, goes on without. */
function writeCache(script, cacheFile) {
  const draft = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cacheFile);
  } catch {
    return;
  }
}
