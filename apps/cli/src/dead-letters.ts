import { type Command, InvalidArgumentError, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { formatDateTime } from '#engine/market/parse-time';
import { LARGEST_ID } from '#domain/records/records';
import {
  DEAD_LETTER_STATUSES,
  type DeadLetter,
  type DeadLetterStatus,
} from '#domain/trading/dead-letter.entity';
import type { Decision } from '#domain/trading/dead-letter-decisions';
import { type DeadLetterFilter, DeadLetters, type ListedDeadLetter } from '#domain/trading/dead-letters';
import { TRADING_KINDS, utf8TextOf } from '#domain/trading/trading-delivery';
import { withDatabase } from './csv-import/with-database';
import { databaseUrl } from './database-url';
import { withDecisions } from './dead-letters/with-decisions';
import { integerWithin } from './option-parsers';
import { EXIT_CODES, type Shell } from './shell';

interface ListOptions extends DeadLetterFilter {
  readonly limit: number;
  readonly json?: true;
}

interface ReplayOptions {
  readonly message?: string;
}

const parseId = integerWithin(1, LARGEST_ID);
const parseIds = (text: string, before: readonly number[] = []) => [...before, parseId(text)];

const NOTES = `
Exit codes: 0 all done, 1 could not run, 2 some could not be ingested, or were replayed before.`;

export function addDeadLettersCommand(program: Command, shell: Shell): void {
  const group = program
    .command('dead-letters')
    .description('fills and positions from the broker that could not be ingested');
  group
    .command('list')
    .description('the last that came in first')
    .addOption(new Option('--kind <kind>', 'of the messages').choices(TRADING_KINDS))
    .addOption(new Option('--status <status>', 'default: all').choices(DEAD_LETTER_STATUSES))
    .option('--limit <number>', 'how many at most', integerWithin(1, 1_000), 100)
    .option('--json', 'print one JSON object a line')
    .action((options: ListOptions) => list(shell, options));
  group
    .command('show')
    .description('one of them, with the message as it came')
    .argument('<id>', 'of the dead letter', parseId)
    .action((id: number) => show(shell, id));
  group
    .command('replay')
    .description('ingest messages again, or a corrected one')
    .argument('<ids...>', 'of the dead letters', parseIds)
    .option('--message <file>', 'JSON file of the corrected message, for one of them')
    .addHelpText('after', NOTES)
    .action((ids: readonly number[], options: ReplayOptions) => replay(shell, ids, options));
  group
    .command('discard')
    .description('decide that messages never count')
    .argument('<ids...>', 'of the dead letters', parseIds)
    .addHelpText('after', NOTES)
    .action((ids: readonly number[]) =>
      decide(shell, ids, 'discarded', (decisions, id) => decisions.discard(id)),
    );
}

async function list(shell: Shell, { limit, json, kind, status }: ListOptions): Promise<void> {
  const { items, total } = await withDatabase(databaseUrl(shell.readEnvironment()), (dataSource) =>
    new DeadLetters(dataSource).list({ kind, status }, { offset: 0, limit }),
  );
  for (const letter of items)
    shell.output.write(json ? `${JSON.stringify(factsOf(letter))}\n` : `${lineOf(letter)}\n`);
  if (total > items.length) shell.errors.write(`${total - items.length} more\n`);
}

async function show(shell: Shell, id: number): Promise<void> {
  const letter = await withDatabase(databaseUrl(shell.readEnvironment()), (dataSource) =>
    new DeadLetters(dataSource).find(id),
  );
  const { content, headers } = existing(letter, id);
  const text = utf8TextOf(content);
  const shown = {
    ...factsOf(existing(letter, id)),
    headers,
    ...(text === undefined ? { base64: content.toString('base64') } : { content: text }),
  };
  shell.output.write(`${JSON.stringify(shown, null, 2)}\n`);
}

async function replay(shell: Shell, ids: readonly number[], { message }: ReplayOptions): Promise<void> {
  if (message !== undefined && ids.length > 1) throw new Error('--message is for one dead letter');
  const corrected = message === undefined ? undefined : readMessage(message);
  await decide(shell, ids, 'replayed', (decisions, id) => decisions.replay(id, corrected));
}

type Decisions = Parameters<Parameters<typeof withDecisions>[1]>[0];

async function decide(
  shell: Shell,
  ids: readonly number[],
  wanted: DeadLetterStatus,
  decideOne: (decisions: Decisions, id: number) => Promise<Decision | null>,
): Promise<void> {
  await withDecisions(shell.readEnvironment(), async (decisions) => {
    for (const id of ids) {
      const decision = await decideOne(decisions, id);
      const letter = existing(decision?.letter, id);
      const { status, outcome } = letter;
      const reasons = decision?.problems?.map(({ field, message }) => `${field} ${message}`);
      if (reasons || status !== wanted) {
        shell.exitCode = EXIT_CODES.someRefused;
        shell.errors.write(`${id} stays ${status}: ${reasons?.join('; ') ?? 'its content counts already'}\n`);
      } else {
        shell.output.write(`${id} is ${status}${outcome === null ? '' : `: ${outcome}`}\n`);
      }
    }
  });
}

function existing(letter: DeadLetter | null | undefined, id: number): DeadLetter {
  if (!letter) throw new Error(`There is no dead letter ${id}`);
  return letter;
}

function readMessage(file: string): object {
  const message = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  if (typeof message === 'object' && message !== null) return message;
  throw new InvalidArgumentError(`${file} must have a JSON object`);
}

function factsOf(letter: ListedDeadLetter): object {
  const { id, kind, status, subject, stream, deliveries, reason, outcome } = letter;
  return {
    id,
    kind,
    status,
    subject,
    stream,
    sequence: Number(letter.sequence),
    deliveries,
    received: formatDateTime(letter.receivedAt.getTime()),
    reason,
    outcome,
  };
}

function lineOf({ id, kind, status, receivedAt, subject, reason }: ListedDeadLetter): string {
  const [{ field, message }] = reason;
  return `${id} ${kind} ${status} ${formatDateTime(receivedAt.getTime())} ${subject}: ${field} ${message}`;
}
