import type { MemberWeight } from '#domain/portfolios/member-weights';
import type { UniverseMember } from '#domain/universes/universe-member';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { freeTextCell } from '#engine/csv/free-text-cell';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { CountAnswer, FractionAnswer, MoneyAnswer, TimeAnswer } from '../../http/answer-fields';
import { timeText } from '../../http/time-text';
import { MemberNameRead } from './contribution.dto';

/** A member in a rebalance. */
export class PortfolioWeightRead extends MemberNameRead {
  @CountAnswer('index from 1', { description: 'Number of the rebalance', example: 1 })
  rebalance: number;

  @TimeAnswer({
    description: 'When it was decided: the close of its bar',
    example: '2010-01-05T00:00:00Z',
  })
  decided_at: string;

  @TimeAnswer({ description: 'When it was filled', example: '2010-01-05T00:00:00Z' })
  filled_at: string;

  @CountAnswer('index from 0', { description: 'Number of the member in the universe', example: 0 })
  member: number;

  @FractionAnswer({ description: 'Weight that was decided; negative: short', example: 0.05 })
  target: number;

  @FractionAnswer({ description: 'Weight before the fills, at their prices', example: 0.047 })
  drifted: number;

  @FractionAnswer({ description: 'Weight after the fills', example: 0.0499 })
  reached: number;

  @FractionAnswer({
    description: 'Turnover of the rebalance: Σ|reached − drifted| / 2 over its members',
    example: 0.012,
  })
  turnover: number;

  @MoneyAnswer({ description: 'Fees and slippage of the fills of the rebalance', example: '1.25' })
  cost: string;
}

export function toPortfolioWeight(
  weight: MemberWeight,
  members: readonly UniverseMember[],
): PortfolioWeightRead {
  const { exchange, symbol } = members[weight.member];
  return {
    rebalance: weight.number,
    decided_at: timeText(weight.decidedAt),
    filled_at: timeText(weight.filledAt),
    exchange,
    symbol,
    member: weight.member,
    target: weight.target,
    drifted: weight.drifted,
    reached: weight.reached,
    turnover: weight.turnover,
    cost: toDecimalText(weight.cost),
  };
}

const CSV_COLUMNS = [
  'rebalance',
  'decided_at',
  'filled_at',
  'exchange',
  'symbol',
  'member',
  'target',
  'drifted',
  'reached',
  'turnover',
  'cost',
] as const satisfies readonly (keyof PortfolioWeightRead)[];

export const WEIGHTS_CSV_HEADER = toCsvLine(CSV_COLUMNS);

/** RFC 4180. */
export function toWeightLine(weight: MemberWeight, members: readonly UniverseMember[]): string {
  const { exchange, symbol, ...read } = toPortfolioWeight(weight, members);
  const cells = { ...read, exchange: freeTextCell(exchange), symbol: freeTextCell(symbol) };
  return toCsvLine(CSV_COLUMNS.map((column) => cells[column]));
}
