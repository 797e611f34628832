// The compiler in watch mode, as scripts/build.mjs runs it once.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';
import { root } from './ensure-installed.mjs';

const output = join(root, 'dist');
const describe = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

/** Calls `onCompiled`, after each compilation without an error, with the files below dist that have changed since the last such call. */
export function watchSources(onCompiled) {
  let changed = [];
  const system = {
    ...ts.sys,
    writeFile(file, text, withMark) {
      if (file.endsWith('.js') && !hasText(file, text))
        changed.push(relative(output, file).split(sep).join('/'));
      ts.sys.writeFile(file, text, withMark);
    },
    // The compiler says that it has begun, too, and clears the screen.
    clearScreen() {},
  };
  const report = (diagnostic) =>
    console.error(ts.formatDiagnosticsWithColorAndContext([diagnostic], describe).trimEnd());
  const reportStatus = (_status, _newLine, _options, errors) => {
    if (errors === undefined) return;
    if (errors > 0) {
      console.error(`${errors} error${errors === 1 ? '' : 's'}: what runs is the last version without.`);
      return;
    }
    const files = changed;
    changed = [];
    if (files.some((file) => file.startsWith('apps/local/')))
      console.log('npm run dev itself has changed: start it again.');
    if (files.length > 0) onCompiled(files);
  };
  const host = ts.createWatchCompilerHost(
    join(root, 'tsconfig.build.json'),
    undefined,
    system,
    ts.createEmitAndSemanticDiagnosticsBuilderProgram,
    report,
    reportStatus,
  );
  const program = ts.createWatchProgram(host);
  return { stop: () => program.close() };
}

function hasText(file, text) {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}
