// Counts the words that docs/vocabulary.md replaces, by word and by area: names (identifiers, paths), the API (openapi.json), documents,
// messages (strings of the product), comments, tests (strings of tests). None may be left.
//   node scripts/check/vocabulary.mjs [--list <area>]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFiles } from '../repository-files.mjs';
import { textsOf } from './vocabulary/texts.mjs';
import { ALLOWED, NOT_COUNTED, WORDS } from './vocabulary/words.mjs';

const AREAS = ['names', 'api', 'docs', 'messages', 'comments', 'tests'];

const root = join(import.meta.dirname, '..', '..');
const { list } = parseArgs({ options: { list: { type: 'string' } } }).values;
if (list !== undefined && !AREAS.includes(list)) {
  console.error(`No area ${list}; there are ${AREAS.join(', ')}.`);
  process.exit(2);
}

/** Any of the words, as each of their patterns finds it: most texts have none. */
const ANY_WORD = new RegExp(WORDS.map(({ pattern }) => pattern.source).join('|'), 'i');

function findIn({ area, path, line, text }) {
  if (!ANY_WORD.test(text)) return [];
  const kept = ALLOWED.filter(({ where }) => where === undefined || where.test(path)).reduce(
    (rest, { pattern }) => rest.replaceAll(pattern, ''),
    text,
  );
  return WORDS.flatMap(({ word, pattern }) =>
    [...kept.matchAll(pattern)].map(([found]) => ({ area, path, line, word, found, text })),
  );
}

/** The first column of the document's table. */
function documentedWords() {
  const [table] = readFileSync(join(root, 'docs', 'vocabulary.md'), 'utf8').match(/^\|[^]*?(?=\n\n)/m) ?? [
    '',
  ];
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1].trim());
}

const files = repositoryFiles().filter((path) => !NOT_COUNTED.some((skipped) => skipped.path.test(path)));
const findings = files.flatMap((path) => textsOf(root, path)).flatMap(findIn);

const count = (area, word) =>
  findings.filter((finding) => finding.area === area && finding.word === word).length;
const rows = WORDS.map(({ word }) => [word, ...AREAS.map((area) => count(area, word))]);
const totals = AREAS.map((_, index) => rows.reduce((sum, row) => sum + row[index + 1], 0));
const width = Math.max(...WORDS.map(({ word }) => word.length));
for (const [word, ...counts] of [['', ...AREAS], ...rows, ['all', ...totals]]) {
  console.log(`${word.padEnd(width)} ${counts.map((cell) => String(cell).padStart(9)).join('')}`);
}

const problems = findings
  .filter(({ area }) => list === undefined || area === list)
  .map(({ path, line, found, text }) => `${path}:${line}: "${found}" in: ${text.trim().slice(0, 160)}`);
const documented = documentedWords();
if (JSON.stringify(documented) !== JSON.stringify(WORDS.map(({ word }) => word))) {
  problems.push(
    'docs/vocabulary.md: its table does not list the words of scripts/check/vocabulary/words.mjs',
  );
}
const blind = WORDS.filter(
  ({ word, pattern, example = word }) => example.replaceAll(pattern, '') === example,
);
problems.push(...blind.map(({ word }) => `The pattern of "${word}" does not find it`));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
