import { ApiExtraModels, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import type { RequestedAllocation } from '#domain/portfolios/portfolio-run.entity';
import type { Interval } from '#engine/market/interval';
import { hasAtMostCharacters, isPlainText } from '#engine/market/plain-text';
import { LARGEST_UNIVERSE } from '#engine/portfolio/portfolio-fields';
import { InlineMemberDto, MEMBERS } from '../../http/universe-members';
import { field } from '../../http/validation/field';
import {
  DateField,
  IntervalField,
  NestedField,
  ObjectField,
  readObjects,
} from '../../http/validation/fields';
import { BenchmarkDto } from '../benchmark.dto';
import { EXECUTION_SCHEMA } from '../execution.schema';
import {
  DELISTING_RETURN,
  RANKING_SCHEMA,
  REBALANCE_SCHEMA,
  SHARED_RULES_SCHEMA,
  WEIGHTS_SCHEMA,
} from './portfolio.schema';

const LONGEST_NAME = 128;
/** A thousand targets with names. */
const MOST_WEIGHTS_KIBIBYTES = 256;

function readUniverse(value: unknown): unknown {
  if (typeof value !== 'string') return readObjects(InlineMemberDto, value, LARGEST_UNIVERSE);
  const isName =
    value !== '' && hasAtMostCharacters(value, LONGEST_NAME) && isPlainText(value, { lineBreaks: false });
  return isName ? value : undefined;
}

@ApiExtraModels(InlineMemberDto)
export class SubmitPortfolioDto {
  @field(
    {
      rule: `must be the name of a stored universe, or an array of 1 to ${LARGEST_UNIVERSE} objects`,
      read: readUniverse,
      schema: {
        oneOf: [
          { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
          {
            type: 'array',
            items: { $ref: getSchemaPath(InlineMemberDto) },
            minItems: 1,
            maxItems: LARGEST_UNIVERSE,
          },
        ],
      },
    },
    {
      description: `The series: the name of a stored universe, whose members of now the run copies, or a list of ${MEMBERS.description}`,
      example: [{ symbol: 'AAPL' }, { symbol: 'MSFT' }],
    },
  )
  universe: string | InlineMemberDto[];

  @IntervalField({})
  interval: Interval;

  @DateField({ description: 'First UTC day, inclusive', example: '2010-01-04' })
  start_date: string;

  @DateField({ description: 'Last UTC day, inclusive', example: '2019-12-31' })
  end_date: string;

  @ObjectField({
    description: 'Weights for all members. Exactly one of weights, ranking and rules is required',
    schema: WEIGHTS_SCHEMA,
    mostKibibytes: MOST_WEIGHTS_KIBIBYTES,
    example: { method: 'inverse_volatility', lookback: 60 },
    optional: true,
  })
  weights?: Record<string, unknown> | null;

  @ObjectField({
    description: 'Holds the highest members of an order, instead of weights',
    schema: RANKING_SCHEMA,
    example: { by: { momentum: { lookback: 126 } }, top: 5 },
    optional: true,
  })
  ranking?: Record<string, unknown> | null;

  @ObjectField({
    description: 'One strategy on every series, instead of weights',
    schema: SHARED_RULES_SCHEMA,
    example: { strategy_name: 'sma_cross', max_open_positions: 5 },
    optional: true,
  })
  rules?: Record<string, unknown> | null;

  @ObjectField({
    description: 'When weights are decided anew, monthly by default. Not with rules',
    schema: REBALANCE_SCHEMA,
    example: { every: 'monthly' },
    optional: true,
  })
  rebalance?: Record<string, unknown> | null;

  @field(
    {
      rule: 'must be a number',
      read: (value) => (Number.isFinite(value) ? value : undefined),
      schema: DELISTING_RETURN as ApiPropertyOptions,
    },
    { description: DELISTING_RETURN.description, example: DELISTING_RETURN.example, optional: true },
  )
  delisting_return?: number | null;

  @ObjectField({
    description:
      'How decisions become fills, as for single runs; what is left out has its default. sizing, leverage and protective exits are of rules alone',
    schema: EXECUTION_SCHEMA,
    example: { initial_capital: '10000', slippage_bps: 5 },
    optional: true,
  })
  execution?: Record<string, unknown> | null;

  @NestedField(BenchmarkDto, {
    description:
      "The series that is held beside the run, over the same bars and at the run's costs; the universe at equal weights without",
    optional: true,
  })
  benchmark?: BenchmarkDto | null;
}

/** The fields of the allocation that were sent. */
export function allocationOf(request: SubmitPortfolioDto): RequestedAllocation {
  const { weights, ranking, rules, rebalance, delisting_return } = request;
  return {
    ...(weights && { weights }),
    ...(ranking && { ranking }),
    ...(rules && { rules }),
    ...(rebalance && { rebalance }),
    ...(typeof delisting_return === 'number' && { delisting_return }),
  };
}
