import { intervalSeconds } from '#engine/market/interval';
import { type FieldProblem, validateOnGrid } from '#engine/market/validate-candle';
import { problemsOf } from './candle-problems';
import type { CandleToWrite, NamedCandles, SeriesBatch } from '../series/candle-writes';
import { keptSince, type RetentionDays, validateKept } from '../series/kept-candles';

export interface RefusedCandle {
  /** Its index in what was given. */
  readonly index: number;
  readonly problems: readonly FieldProblem[];
  /** It is held in quarantine: as a spike, or until candles after it decide. */
  readonly held?: 'awaiting' | 'spike';
}

/** Candles of a series that break no rule of their own, and those that do. */
export interface ValidatedBatch extends SeriesBatch {
  /** For each candle its index in what was given. */
  readonly indices: readonly number[];
  readonly refused: readonly RefusedCandle[];
}

interface ValidationRules {
  readonly now: number;
  readonly isConnector: boolean;
  readonly retentionDays: RetentionDays;
}

/** What a connector delivers of before the retention is left out: nothing is wrong with it, and it would be deleted. */
export function validateBatch(
  { name, candles }: NamedCandles,
  { now, isConnector, retentionDays }: ValidationRules,
): Omit<ValidatedBatch, 'seriesId'> {
  const since = keptSince(retentionDays, name.interval, now);
  const seconds = intervalSeconds(name.interval);
  const sound: CandleToWrite[] = [];
  const indices: number[] = [];
  const refused: RefusedCandle[] = [];
  for (let index = 0; index < candles.length; index++) {
    const candle = candles[index];
    const time = candle.openTime.getTime();
    if (isConnector && time < since) continue;
    let problems = problemsOf(candle, now);
    if (isConnector) problems = [...problems, ...validateOnGrid(time, seconds)];
    else if (time < since)
      problems = [
        ...problems,
        ...validateKept({ field: 'open_time', time }, name.interval, retentionDays, now),
      ];
    if (problems.length > 0) {
      refused.push({ index, problems });
    } else {
      sound.push(candle);
      indices.push(index);
    }
  }
  return { name, interval: name.interval, candles: sound, indices, refused };
}
