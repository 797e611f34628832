// Runs every command of README.md, docs/guide and docs against a service that `npm start` started in this folder, as a reader would, and compares
// what is printed with the answers that the pages show. Fails on an HTTP error, on another answer, and when a page takes too long.
//   PORT=8003 node scripts/check/guide.mjs [--show] [<page>…]
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differenceOf } from './guide/answers.mjs';
import { readCommands } from './guide/page.mjs';
import { testGuideCheck } from './guide/self-test.mjs';

const ORIGIN_IN_PAGES = 'http://127.0.0.1:8003';
const SECONDS_PER_PAGE = 60;
const PAGES_AT_A_TIME = 3;
const MARK = '=== end of command ';

const root = join(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false } },
});
const origin = `http://127.0.0.1:${process.env.PORT ?? 8003}`;
const pagesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => `${folder}/${file}`);
const pages =
  positionals.length > 0 ? positionals : ['README.md', ...pagesIn('docs/guide'), ...pagesIn('docs')];

/** What each page starts with: README's first commands, and a curl that fails where the service answers an error. */
const PRELUDE = `set -euo pipefail
export API=${origin}/api/v1 AUTH="Authorization: Bearer $TOKEN" JSON='Content-Type: application/json'
curl() {
  local status=0
  case " $* " in
    *%{http_code}*) command curl --max-time 30 "$@" || status=$? ;;
    *) command curl --fail-with-body --max-time 30 "$@" || status=$? ;;
  esac
  # A stream that the page reads for some seconds only.
  [[ $status -eq 28 && " $* " == *' --max-time '* ]] || return "$status"
}
`;

function scriptOf(commands) {
  const parts = commands.map(({ language, code }, index) => {
    const text = code.replaceAll(ORIGIN_IN_PAGES, origin);
    const run = language === 'python' ? `python3 - <<'END-OF-PYTHON'\n${text}END-OF-PYTHON\n` : text;
    return `${run}printf '\\n%s%s\\n' '${MARK}' ${index}\n`;
  });
  return PRELUDE + parts.join('');
}

/** What a page started in the background and left running. */
function endGroup(group) {
  try {
    process.kill(-group);
  } catch {
    // Nothing of it runs any more.
  }
}

/** Standard output, one text for each command that was run to its end, and what went wrong. */
function runScript(script, token) {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-s'], {
      cwd: root,
      env: { ...process.env, TOKEN: token },
      timeout: SECONDS_PER_PAGE * 1000,
      detached: true,
    });
    child.on('exit', () => endGroup(child.pid));
    let output = '';
    let errors = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (errors += data));
    child.on('close', (code, signal) => {
      const parts = output.split(new RegExp(`\\n${MARK}\\d+\\n`));
      const problem = signal
        ? `stopped after ${SECONDS_PER_PAGE} s`
        : code === 0
          ? undefined
          : `exit code ${code}`;
      resolve({ outputs: parts.slice(0, -1), rest: parts.at(-1), errors, problem });
    });
    child.stdin.end(script);
  });
}

async function checkPage(page, token) {
  const startedAt = performance.now();
  const blocks = readCommands(readFileSync(join(root, page), 'utf8'));
  const commands = blocks.filter(({ skip }) => skip === undefined);
  if (blocks.length === 0) return { commands: 0, failed: 0 };
  const { outputs, rest, errors, problem } = await runScript(scriptOf(commands), token);
  const failures = [];
  commands.forEach(({ answer, line, code }, index) => {
    if (values.show && index < outputs.length) console.log(`--- ${page}:${line}\n${code}${outputs[index]}`);
    if (answer === undefined || index >= outputs.length) return;
    const found = differenceOf(answer, outputs[index]);
    if (found !== undefined) failures.push(`${page}:${line}: ${found}`);
  });
  if (problem !== undefined) {
    failures.push(`${page}:${commands[outputs.length]?.line}: ${problem}\n${rest}\n${errors}`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const shown = commands.filter(({ answer }) => answer).length;
  console.log(
    `${failures.length === 0 ? 'ok    ' : 'FAILED'}  ${page.padEnd(34)} ${commands.length} commands, ${shown} answers, ${seconds} s`,
  );
  for (const { line, skip } of blocks.filter(({ skip }) => skip !== undefined))
    console.log(`        line ${line} is not run: ${skip}`);
  for (const failure of failures) console.log(failure.replace(/^/gm, '        '));
  return { commands: commands.length, failed: failures.length };
}

/** Fails with what to do where no service is running. */
async function tokenOfService() {
  const answer = await fetch(`${origin}/ready`).catch(() => undefined);
  if (answer?.ok)
    return execFileSync('npm', ['run', '--silent', 'token'], { cwd: root, encoding: 'utf8' }).trim();
  console.error(
    `No service is ready at ${origin}: run \`npm start\` first, with the same PORT and DATA_DIR as this command.`,
  );
  process.exit(1);
}

testGuideCheck();
const token = await tokenOfService();
const results = [];
const waiting = [...pages];
await Promise.all(
  Array.from({ length: PAGES_AT_A_TIME }, async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift())
      results.push(await checkPage(page, token));
  }),
);
const commands = results.reduce((sum, result) => sum + result.commands, 0);
const failed = results.filter((result) => result.failed > 0).length;
console.log(`${pages.length} pages, ${commands} commands, ${failed} pages failed`);
process.exitCode = failed === 0 && commands > 0 ? 0 : 1;
