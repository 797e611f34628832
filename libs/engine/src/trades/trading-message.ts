import { DATE_TIME } from '../market/field-rule';
import { nanosecondsCutOff } from '../market/parse-time';
import { readRecord } from '../market/record-fields';
import type { FieldProblem } from '../market/validate-candle';
import { FILL_FIELDS, type FillRecord, POSITION_FIELDS, type PositionRecord } from './fill-record';

/** What a message says, and when its sender says that it said so: milliseconds since 1970 UTC, undefined where it does not. */
export interface TradingMessage<Content> {
  readonly content: Content;
  readonly statedAt?: number;
}

/** What a message says, or what is wrong with it. */
export type TradingReading<Content> =
  TradingMessage<Content> | { readonly problems: readonly FieldProblem[] };

const DAY_MILLISECONDS = 86_400_000;

/** A fill, bare or as the data of a CloudEvent; or what is wrong with it. `now`: milliseconds since 1970 UTC. */
export function readFillMessage(message: unknown, now: number): TradingReading<FillRecord> {
  return readMessage(message, now, readFill);
}

/** Without a sequence, the digits of its time beyond milliseconds are it: fills of one millisecond keep their order. */
function readFill(data: Readonly<Record<string, unknown>>) {
  const read = readRecord(data, { what: 'a fill', fields: FILL_FIELDS });
  if ('problems' in read || read.values.sequence !== undefined) return read;
  return { values: { ...read.values, sequence: nanosecondsCutOff(data.time as string) } };
}

/** A report of a position, bare or as the data of a CloudEvent; or what is wrong with it. */
export function readPositionMessage(message: unknown, now: number): TradingReading<PositionRecord> {
  return readMessage(message, now, (data) =>
    readRecord(data, { what: 'a position report', fields: POSITION_FIELDS }),
  );
}

function readMessage<Content extends { readonly time: number }>(
  message: unknown,
  now: number,
  read: (
    data: Readonly<Record<string, unknown>>,
  ) => { readonly values: Content } | { readonly problems: readonly FieldProblem[] },
): TradingReading<Content> {
  if (!isObject(message)) return { problems: [{ field: 'message', message: 'must be a JSON object' }] };
  if (!('specversion' in message)) return contentOf(read(message), now);
  const { specversion, time, data } = message;
  const problems: FieldProblem[] = [];
  if (specversion !== '1.0')
    problems.push({ field: 'specversion', message: 'must be "1.0", the version of CloudEvents' });
  const isTimed = time !== undefined && time !== null;
  const statedAt = isTimed ? DATE_TIME.read(time) : undefined;
  if (isTimed && statedAt === undefined) problems.push({ field: 'time', message: DATE_TIME.rule });
  if (!isObject(data)) {
    return { problems: [...problems, { field: 'data', message: 'must be a JSON object' }] };
  }
  const reading = contentOf(read(data), now, statedAt);
  if (!('problems' in reading)) return problems.length > 0 ? { problems } : reading;
  const ofData = reading.problems.map(({ field, message: reason }) => ({
    field: `data.${field}`,
    message: reason,
  }));
  return { problems: [...problems, ...ofData] };
}

function contentOf<Content extends { readonly time: number }>(
  reading: { readonly values: Content } | { readonly problems: readonly FieldProblem[] },
  now: number,
  statedAt?: number,
): TradingReading<Content> {
  if ('problems' in reading) return reading;
  const { values: content } = reading;
  if (content.time <= now + DAY_MILLISECONDS) return { content, statedAt };
  return { problems: [{ field: 'time', message: 'must be at most a day from now' }] };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
