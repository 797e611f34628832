import type { MemberCorrelations } from '#domain/portfolios/stored-portfolio-report';
import type { UniverseMember } from '#domain/universes/universe-member';
import { toDecimalText } from '#engine/decimal/decimal-text';
import type { Contribution } from '#engine/portfolio/portfolio';
import { ApiProperty } from '@nestjs/swagger';
import { CountAnswer, FractionAnswer, MoneyAnswer, ObjectAnswer, TextAnswer } from '../../http/answer-fields';

export class MemberNameRead {
  @TextAnswer({ description: 'Exchange of the series', example: 'us', nullable: true })
  exchange: string | null;

  @TextAnswer({ description: 'Symbol of the series', example: 'AAPL' })
  symbol: string;
}

/** What one member added to the account. */
export class ContributionRead extends MemberNameRead {
  @CountAnswer('index from 0', { description: 'Number of the member in the universe', example: 0 })
  member: number;

  @MoneyAnswer({
    description:
      'Profit or loss of its trades, net of fees and funding; those of all members add up to that of the run',
    example: '512.25',
  })
  pnl: string;

  @FractionAnswer({ description: 'pnl over the initial capital', example: 0.0512 })
  contribution: number;

  @FractionAnswer({ description: 'Mean weight over the closes; negative: short', example: 0.0498 })
  average_weight: number;

  @CountAnswer('trades', { description: 'Closed parts of its positions', example: 42 })
  trades: number;

  @MoneyAnswer({ description: 'Fees of its fills; negative: rebates', example: '3.2' })
  fees: string;

  @MoneyAnswer({ description: 'Funding paid for it; negative: received', example: '0' })
  funding: string;
}

/** How alike members moved. */
export class MemberCorrelationsRead {
  @ObjectAnswer([MemberNameRead], {
    description: 'The members with the largest average weights, at most 20, the largest first',
  })
  members: MemberNameRead[];

  @ApiProperty({
    description:
      'Pearson correlation of the daily returns of each two of them over the days of the range that both have (no unit, −1 to 1), a line for each; ' +
      'null with fewer than two common days, and where one does not vary over them',
    type: 'array',
    items: { type: 'array', items: { type: 'number', nullable: true } },
    example: [
      [1, 0.41],
      [0.41, 1],
    ],
  })
  coefficients: readonly (readonly (number | null)[])[];
}

export function toMemberName({ exchange, symbol }: UniverseMember): MemberNameRead {
  return { exchange, symbol };
}

export function toContribution(
  { member, pnl, contribution, averageWeight, trades, fees, funding }: Contribution,
  members: readonly UniverseMember[],
): ContributionRead {
  const { exchange, symbol } = members[member];
  return {
    exchange,
    symbol,
    member,
    pnl: toDecimalText(pnl),
    contribution,
    average_weight: averageWeight,
    trades,
    fees: toDecimalText(fees),
    funding: toDecimalText(funding),
  };
}

export function toMemberCorrelations(
  { members: chosen, coefficients }: MemberCorrelations,
  members: readonly UniverseMember[],
): MemberCorrelationsRead {
  return { members: chosen.map((member) => toMemberName(members[member])), coefficients };
}
