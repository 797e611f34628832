import type { LookaheadCheck, LookaheadDifference } from '#engine/backtest/check-lookahead';
import type { Trade } from '#engine/performance/trade';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { cutText } from '#engine/market/limit-warnings';
import { formatDateTime } from '#engine/market/parse-time';
import { CountAnswer, FlagAnswer, ObjectAnswer, TextAnswer, WordAnswer } from '../http/answer-fields';

const KINDS = [
  'signal',
  'decision',
  'trade',
  'equity',
] as const satisfies readonly LookaheadDifference['kind'][];

/** Characters of weights that are shown. */
const LONGEST_WEIGHTS = 300;

class LookaheadDifferenceRead {
  @WordAnswer(KINDS, { description: 'What differs first', example: 'equity' })
  kind: LookaheadDifference['kind'];

  @CountAnswer('bars', { description: 'Bars of the repetition', example: 2553 })
  bars_given: number;

  @CountAnswer('index from 0', {
    description: 'Bar of the signal, the decision or the equity, or number of the trade',
    example: 17,
  })
  index: number;

  @TextAnswer({
    description:
      'Result of the whole run: a signal (sum of 1 for an entry and 2 for an exit of the long side, 4 and 8 of the short side), the target weights of a decision, a trade, or an ' +
      'equity in the quote currency; null: no trade or no weights',
    example: '10230.5',
    nullable: true,
  })
  whole: string | null;

  @TextAnswer({
    description: 'Result of the repetition, in the same form',
    example: '10231.5',
    nullable: true,
  })
  truncated: string | null;
}

/** Whether the run does the same without knowing what comes later. */
export class LookaheadCheckRead {
  @FlagAnswer({
    description: 'Whether every repetition on fewer bars has the same signals, trades and equity',
    example: true,
  })
  passed: boolean;

  @CountAnswer('repetitions', {
    description: 'Repetitions that were compared; left out where one differed',
    example: 5,
    required: false,
  })
  cuts?: number;

  @ObjectAnswer(LookaheadDifferenceRead, {
    description: 'The first difference; left out where there is none',
    required: false,
  })
  difference?: LookaheadDifferenceRead;
}

export function toLookaheadCheck(check: LookaheadCheck): LookaheadCheckRead {
  if (check.passed) return { passed: true, cuts: check.cuts };
  const { kind, barsGiven, index, whole, truncated } = check.difference;
  return {
    passed: false,
    difference: { kind, bars_given: barsGiven, index, whole: textOf(whole), truncated: textOf(truncated) },
  };
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return toDecimalText(value);
  if (Array.isArray(value))
    return cutText((value as number[]).map(toDecimalText).join(', '), LONGEST_WEIGHTS);
  const { side, quantity, entryPrice, entryTime, exitPrice, exitTime } = value as Trade;
  return (
    `${side} ${toDecimalText(quantity)} from ${toDecimalText(entryPrice)} at ${formatDateTime(entryTime)} ` +
    `to ${toDecimalText(exitPrice)} at ${formatDateTime(exitTime)}`
  );
}

/** Of the settings that a portfolio's search has chosen; nothing of a search over one series. */
export function toSearchCheck({ lookaheadCheck }: { readonly lookaheadCheck?: LookaheadCheck | null }): {
  readonly lookahead_check?: LookaheadCheckRead | null;
} {
  if (lookaheadCheck === undefined) return {};
  return { lookahead_check: lookaheadCheck && toLookaheadCheck(lookaheadCheck) };
}
