import { field } from '../../http/validation/field';
import { IntegerQueryField } from '../../http/validation/fields';
import { LARGEST_ID } from '#domain/records/records';
import type { AccountKind } from '../run-accounts';

const FEWEST = 2;
const MOST = 5;
/** A kind that has an equity, and an id. */
const RUN = /^(backtest|walk-forward|portfolio):(\d{1,15})$/;
const DEFAULT_POINTS = 500;

/** A run as the query names it. */
export interface NamedRun {
  readonly kind: AccountKind;
  readonly id: number;
}

function readRuns(text: unknown): NamedRun[] | undefined {
  if (typeof text !== 'string') return undefined;
  const names = text.split(',');
  const runs = names.flatMap((name): NamedRun[] => {
    const [, kind, id] = RUN.exec(name) ?? [];
    // 0 is every number that no run can have.
    return kind ? [{ kind: kind as AccountKind, id: Number(id) > LARGEST_ID ? 0 : Number(id) }] : [];
  });
  const different = new Set(runs.map(({ kind, id }) => `${kind}:${id}`)).size;
  return different === names.length && different >= FEWEST && different <= MOST ? runs : undefined;
}

export class ComparisonQuery {
  @field(
    {
      rule: `must be ${FEWEST} to ${MOST} different runs between commas, each backtest:<id>, walk-forward:<id> or portfolio:<id> (a sweep has no equity of its own)`,
      read: readRuns,
      schema: { type: String, example: 'backtest:42,walk-forward:7' },
    },
    {
      description: `${FEWEST} to ${MOST} different runs between commas, each backtest:<id>, walk-forward:<id> or portfolio:<id>`,
    },
  )
  runs: readonly NamedRun[];

  @IntegerQueryField({
    description:
      'Most points of the equity curves, thinned out so that the extremes of each are kept (points)',
    minimum: 4,
    maximum: 5_000,
    optional: true,
    default: DEFAULT_POINTS,
  })
  points: number = DEFAULT_POINTS;
}
