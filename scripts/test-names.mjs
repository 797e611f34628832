// Lists every test case as `project <tab> file <tab> full name`, sorted, without running one: two lists, compared by their last
// column, show which cases a change of the suites has lost.
//   node scripts/test-names.mjs > names.txt
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './ensure-installed.mjs';
import { runToEnd } from './run-to-end.mjs';

/** No name is like this: each file is loaded, none of its cases is run. */
const NO_TEST = '(?!)';

/** A reporter of Jest. Jest wants the default export. */
export default class TestNames {
  lines = [];

  onTestResult({ context }, { testFilePath, testResults }) {
    const project = context.config.displayName.name;
    const file = relative(root, testFilePath).split(sep).join('/');
    for (const { fullName } of testResults)
      this.lines.push(`${project}\t${file}\t${fullName.replaceAll('\n', '\\n')}\n`);
  }

  onRunComplete() {
    process.stdout.write(this.lines.sort().join(''));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const options = ['--testNamePattern', NO_TEST, '--reporters', join(root, 'scripts', 'test-names.mjs')];
  process.exit(await runToEnd(process.execPath, [jest, ...options], { cwd: root }));
}
