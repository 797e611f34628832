// The words of a file by area, with their lines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const CODE = /\.(?:tsx?|mts|mjs|cjs)$/;
const DOCUMENT = /\.(?:md|yml|example)$/;
const SCRIPT = /\.(?:py|sh|c)$/;
const OF_TESTS = /(?:^|\/)test\/|\.(?:spec|e2e-spec|scenarios|contract)\.tsx?$/;

/** `toldCandles`, `TOLD_CANDLES` and `told-candles.ts` as words. */
function wordsOf(name) {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_\-./#]+/g, ' ');
}

export function textsOf(root, path) {
  const name = { area: 'names', path, line: 1, text: wordsOf(path) };
  const read = () => readFileSync(join(root, path), 'utf8');
  if (path === 'openapi.json') return [...textsOfApi(path, JSON.parse(read()))];
  if (CODE.test(path)) return [name, ...textsOfCode(path, read())];
  // A field in an answer that is shown is counted as part of the API.
  if (DOCUMENT.test(path)) return [name, ...linesOf('docs', path, read().replaceAll(/^\s*"\w+":/gm, ''))];
  if (SCRIPT.test(path)) return [name, ...linesOf('comments', path, read())];
  return [name];
}

function linesOf(area, path, text) {
  return text.split('\n').map((line, index) => ({ area, path, line: index + 1, text: line }));
}

/** Names of fields and parameters, and whatever is said of them. */
function* textsOfApi(path, value, key = '') {
  if (typeof value === 'string') {
    if (['summary', 'description', 'name', 'title', 'operationId'].includes(key) || /^\d+$/.test(key)) {
      yield { area: 'api', path, line: 1, text: value };
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [child, inner] of Object.entries(value)) {
      if (key === 'properties') yield { area: 'api', path, line: 1, text: wordsOf(child) };
      yield* textsOfApi(path, inner, child);
    }
  }
}

function textsOfCode(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const strings = OF_TESTS.test(path) ? 'tests' : 'messages';
  const texts = [];
  const names = new Set();
  const comments = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node) && !names.has(node.text)) {
      names.add(node.text);
      texts.push({ area: 'names', path, line: lineAt(node.getStart()), text: wordsOf(node.text) });
    } else if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const isPath = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
      if (!isPath) texts.push({ area: strings, path, line: lineAt(node.getStart()), text: node.text });
    }
    for (const { pos, end } of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [])
      comments.add(`${pos}:${end}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const range of comments) {
    const [start, end] = range.split(':').map(Number);
    linesOf('comments', path, source.slice(start, end)).forEach((comment, index) =>
      texts.push({ ...comment, line: lineAt(start) + index }),
    );
  }
  return texts;
}
