// Every link of the documents leads to a file and a heading that exist, and every path of the repository that a document or a comment names
// exists, or begins the name of a file that does; every `npm run <name>` is a script of package.json; every file of the build
// that a program imports has its source; and the guide names every path of the API. Paths with <…>, * or {…} are patterns and left alone.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { repositoryFiles } from '../repository-files.mjs';

const root = join(import.meta.dirname, '..', '..');
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const PATH = /(?<![\w./-])(?:apps|libs|docs|scripts|test|bench|examples)\/[\w./-]*[\w/]/g;
const PATTERN_AFTER = /^[<*{…]/;
const SCRIPT = /\bnpm run (?:(?:-s|--silent) )?([a-z][\w-]*(?::[\w-]+)*)/g;
const BUILT = /\bdist(?:\/|, ')((?:apps|libs)\/[\w./-]+)\.js\b/g;
/** Made by a command, not committed. */
const MADE = /\/\.venv$/;

const filesOf = (...patterns) =>
  repositoryFiles(...patterns).filter((path) => !/^test\/(boundaries|documents|lint)\/bad/.test(path));

const everything = filesOf();
const beginsName = (path) =>
  everything.some((file) => file.startsWith(path) && /[.-]/.test(file[path.length]));

/** GitHub's name of a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text) =>
  new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading)));

function brokenLinks(document, text) {
  return [...text.matchAll(LINK)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .flatMap((target) => {
      const [path, anchor] = target.split('#');
      const file = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(root, file))) return [`${document}: ${target} does not exist`];
      if (anchor === undefined) return [];
      const isThere = anchorsOf(readFileSync(join(root, file), 'utf8')).has(anchor);
      return isThere ? [] : [`${document}: ${file} has no heading for #${anchor}`];
    });
}

function missingPaths(file, text) {
  return [...text.matchAll(PATH)]
    .filter(({ 0: path, index }) => !PATTERN_AFTER.test(text.slice(index + path.length)))
    .filter(([path]) => !MADE.test(path) && !existsSync(join(root, path)) && !beginsName(path))
    .map(([path]) => `${file}: ${path} does not exist`);
}

const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

function missingScripts(file, text) {
  return [...text.matchAll(SCRIPT)]
    .filter(([, name]) => !scripts.includes(name))
    .map(([, name]) => `${file}: package.json has no script ${name}`);
}

const missingSources = (file, text) =>
  [...text.matchAll(BUILT)]
    .filter(([, path]) => !existsSync(join(root, `${path}.ts`)))
    .map(([, path]) => `${file}: ${path}.ts does not exist`);

/** The paths of the API that the guide does not name, whatever it writes for a parameter. */
function unmentionedPaths(guide) {
  const shapeOf = (path) =>
    path
      .split('/')
      .map((segment) => (/^[a-z-]+$/.test(segment) ? segment : '{}'))
      .join('/');
  const found = guide.matchAll(/\$API\/([a-z-]+(?:\/[\w{}$%:.-]+)*)|([a-z-]+(?:\/[\w{}$%:.-]+)+)/g);
  const named = new Set(
    [...found].map(([, called, mentioned]) => shapeOf((called ?? mentioned).replace(/[.:]$/, ''))),
  );
  const paths = Object.keys(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')).paths);
  return paths
    .filter((path) => path.startsWith('/api/v1/'))
    .filter((path) => !named.has(shapeOf(path.slice('/api/v1/'.length))))
    .map((path) => `docs/guide does not name ${path}`);
}

const documents = filesOf('*.md');
const read = (file) => readFileSync(join(root, file), 'utf8');
const commentsOf = (text) => (text.match(/^\s*(?:\/\/|\*|\/\*\*|#).*$/gm) ?? []).join('\n');
const guide = documents
  .filter((file) => file === 'README.md' || file.startsWith('docs/guide/'))
  .map(read)
  .join('\n');
const problems = [
  ...unmentionedPaths(guide),
  ...documents.flatMap((document) => [
    ...brokenLinks(document, read(document)),
    ...missingPaths(document, read(document)),
    ...missingScripts(document, read(document)),
  ]),
  ...filesOf(
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.py',
    '*.sh',
    '*.yml',
    '.env.example',
    'Dockerfile',
    '.ci/run',
  ).flatMap((file) => [...missingPaths(file, commentsOf(read(file))), ...missingScripts(file, read(file))]),
  ...filesOf('*.mjs', '*.cjs').flatMap((file) => missingSources(file, read(file))),
];
/** Each of its lines is wrong: what is not found there is not looked for any more. */
const BAD = 'test/documents/bad.md';
const found = [brokenLinks, missingPaths, missingScripts, missingSources]
  .flatMap((find) => find(BAD, read(BAD)))
  .join('\n');
for (const wrong of [
  'no-such-page.md does not exist',
  'no heading for #no-such-heading',
  'no-such-file does not exist',
  'no-such-build.ts does not exist',
  'package.json has no script no-such-script',
]) {
  if (!found.includes(wrong)) problems.push(`${BAD}: it was not found that ${wrong}`);
}
for (const problem of problems) console.error(problem);
console.log(`${documents.length} documents, ${problems.length} broken links, paths or commands`);
process.exitCode = problems.length === 0 && documents.length > 0 ? 0 : 1;
