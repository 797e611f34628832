import { findMemberProblems, type UniverseMember } from '#domain/universes/universe-member';
import { LARGEST_UNIVERSE } from '#engine/portfolio/portfolio-fields';
import { DateAnswer, TextAnswer } from './answer-fields';
import { unprocessable } from './api-error';
import { DateField, TextField } from './validation/fields';

const SYMBOL = { description: 'Symbol, as its candles are stored', example: 'AAPL', maximum: 128 };
const EXCHANGE = { example: 'us', maximum: 64 };
const FROM = {
  description: 'First UTC day on which it is a member, inclusive; left out: from its first candle on',
  example: '2010-01-04',
  optional: true,
} as const;
const TO = {
  description:
    'Last UTC day on which it is a member, inclusive; what is held of it is then sold. Left out: as long as it has candles',
  example: '2015-06-30',
  optional: true,
} as const;

/** A member of a stored universe. */
export class UniverseMemberDto {
  @TextField({ ...EXCHANGE, description: 'Exchange of the series' })
  exchange: string;

  @TextField(SYMBOL)
  symbol: string;

  @DateField(FROM)
  from?: string | null;

  @DateField(TO)
  to?: string | null;
}

/** A member that a run names itself. */
export class InlineMemberDto {
  @TextField({
    ...EXCHANGE,
    description: 'Else the default exchange when it has the symbol, else the only one that has it',
    optional: true,
  })
  exchange?: string | null;

  @TextField(SYMBOL)
  symbol: string;

  @DateField(FROM)
  from?: string | null;

  @DateField(TO)
  to?: string | null;
}

export class UniverseMemberRead {
  @TextAnswer({
    description: 'Exchange of the series; null in a run: no exchange has the symbol',
    example: 'us',
    nullable: true,
  })
  exchange: string | null;

  @TextAnswer({ description: 'Symbol of the series', example: 'AAPL' })
  symbol: string;

  @DateAnswer({
    description: 'First UTC day on which it is a member, inclusive; null: from its first candle on',
    example: '2010-01-04',
    nullable: true,
  })
  from: string | null;

  @DateAnswer({
    description: 'Last UTC day on which it is a member, inclusive; null: as long as it has candles',
    example: null,
    nullable: true,
  })
  to: string | null;
}

export const MEMBERS = {
  description: `1 to ${LARGEST_UNIVERSE} series; one may be there twice in periods that do not overlap. Where a decision leaves several alike, the first ones come first`,
  mostItems: LARGEST_UNIVERSE,
} as const;

export function toMember(
  { symbol, from, to }: UniverseMemberDto | InlineMemberDto,
  exchange: string | null,
): UniverseMember {
  return { exchange, symbol, from: from ?? null, to: to ?? null };
}

/** Throws 422 where the members are none of a universe, with their paths below the field. */
export function checkMembers(field: string, members: readonly UniverseMember[]): void {
  const problems = findMemberProblems(members);
  if (problems.length === 0) return;
  throw unprocessable(problems.map((problem) => ({ ...problem, field: `${field}.${problem.field}` })));
}

export function toMemberRead({ exchange, symbol, from, to }: UniverseMember): UniverseMemberRead {
  return { exchange, symbol, from, to };
}
