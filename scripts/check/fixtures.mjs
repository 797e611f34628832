// Fixtures have one record a line, so that a change of one record is a change of one line. Whitespace alone is touched: every number stays
// as its source wrote it.
//   node scripts/check/fixtures.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles } from '../repository-files.mjs';

const root = join(import.meta.dirname, '..', '..');
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
/** Series of plain numbers. */
const VALUES_PER_LINE = 20;

/** A scalar's text, or the texts of keys and the members that belong to them. */
function parse(tokens) {
  const token = tokens.shift();
  if (token !== '[' && token !== '{') return token;
  const close = token === '[' ? ']' : '}';
  const members = [];
  while (tokens[0] !== close) {
    const key = token === '{' ? tokens.shift() : undefined;
    if (key !== undefined) tokens.shift();
    members.push({ key, value: parse(tokens) });
    if (tokens[0] === ',') tokens.shift();
  }
  tokens.shift();
  return { open: token, close, members };
}

const isScalar = (value) => typeof value === 'string';

function onOneLine(value) {
  if (isScalar(value)) return value;
  const members = value.members.map(({ key, value: member }) =>
    key === undefined ? onOneLine(member) : `${key}:${onOneLine(member)}`,
  );
  return `${value.open}${members.join(',')}${value.close}`;
}

function layOut(value, indent) {
  if (isScalar(value)) return value;
  const { open, close, members } = value;
  const inner = `${indent}  `;
  const isRecord = members.every((member) => isScalar(member.value));
  if (isRecord && (open === '{' || members.length <= VALUES_PER_LINE)) return onOneLine(value);
  const lines = isRecord
    ? Array.from({ length: Math.ceil(members.length / VALUES_PER_LINE) }, (_, line) =>
        members
          .slice(line * VALUES_PER_LINE, (line + 1) * VALUES_PER_LINE)
          .map((member) => member.value)
          .join(','),
      )
    : members.map(({ key, value: member }) => (key ? `${key}: ` : '') + layOut(member, inner));
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** Throws where the text is no JSON. */
function layOutFixture(text) {
  JSON.parse(text);
  return `${layOut(parse(text.match(TOKEN)), '')}\n`;
}

const isWriting = process.argv.includes('--write');
const files = repositoryFiles('*.fixture.json');
const different = files.filter((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const wanted = layOutFixture(text);
  if (isWriting && text !== wanted) writeFileSync(join(root, file), wanted);
  return text !== wanted;
});
for (const file of different) console.log(`${file}: ${isWriting ? 'rewritten' : 'not one record a line'}`);
if (different.length > 0 && !isWriting) console.error('Run: node scripts/check/fixtures.mjs --write');
console.log(`${files.length} fixtures`);
process.exitCode = files.length === 0 || (different.length > 0 && !isWriting) ? 1 : 0;
