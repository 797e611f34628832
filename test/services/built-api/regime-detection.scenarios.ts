import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../apps/worker/test/support/built-files';

/** The rows of all tables, without what only aligns them. */
function tableRows(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'));
}

describe('docs/regime-detection.md', () => {
  it('has the tables that its command prints', async () => {
    const script = join(ROOT, 'scripts', 'regimes-of-the-sample.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    const page = readFileSync(join(ROOT, 'docs', 'regime-detection.md'), 'utf8');
    expect(tableRows(stdout)).toHaveLength(8 + 21);
    expect(tableRows(page)).toEqual(tableRows(stdout));
  });
});
