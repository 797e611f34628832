import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WINDOWS } from './alpha158/windows';
import { FEATURE_VERSION, FEATURE_WARMUP_BARS, FEATURES } from './feature-set';

const DOCUMENT = readFileSync(join(__dirname, '../../../../docs/features.md'), 'utf8');

/** SHA-256 of the names and summaries of each version. A version that was released keeps its hash: a change gets the next one. */
const DEFINITIONS: Readonly<Record<number, string>> = {
  1: '9f70d7dda51dc0a310dad6a35c79d708b6fdd7cec97bf9a05dcea7ea12c94305',
};

it('a change of the features, or of what one is, comes with a new FEATURE_VERSION', () => {
  const definitions = JSON.stringify(FEATURES.map(({ name, summary }) => [name, summary]));
  const hash = createHash('sha256').update(definitions).digest('hex');
  expect({ version: FEATURE_VERSION, hash }).toEqual({
    version: Math.max(...Object.keys(DEFINITIONS).map(Number)),
    hash: DEFINITIONS[FEATURE_VERSION],
  });
});

/** The rows of the document's tables of features; one whose name ends in N is a row for every window. */
function documentedFeatures(): string[][] {
  const rows = DOCUMENT.split('\n').filter(
    (line) => line.startsWith('| `') && line.split(' | ').length === 5,
  );
  return rows.flatMap((line) => {
    const cells = line
      .replaceAll('\\|', '¦')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('¦', '|'));
    const [name] = cells;
    if (!name.endsWith('_N`')) return [cells];
    return WINDOWS.map((window) =>
      cells.map((cell) =>
        cell.replace(/^N - 1$/, String(window - 1)).replaceAll(/\bN\b|(?<=[_A-Z])N(?=`?$)/g, String(window)),
      ),
    );
  });
}

it('docs/features.md lists the features as they are', () => {
  const ours = FEATURES.map(({ name, summary, source, lookback, warmup }) => [
    `\`${name}\``,
    summary,
    source,
    String(lookback),
    String(warmup),
  ]);
  expect(documentedFeatures()).toEqual(ours);
});

it('docs/features.md states their version, their number and when all of them are settled', () => {
  expect(DOCUMENT).toContain(`version ${FEATURE_VERSION}, ${FEATURES.length} of them`);
  expect(DOCUMENT).toContain(`settled after ${FEATURE_WARMUP_BARS} bars`);
});
