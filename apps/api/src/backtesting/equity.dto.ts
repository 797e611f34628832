import { IntegerQueryField } from '../http/validation/fields';

export class EquityQuery {
  @IntegerQueryField({
    description: 'Points at most; all without',
    minimum: 4,
    maximum: 1_000_000,
    optional: true,
  })
  points?: number;
}

/** RFC 4180, as trades have it: neither times nor decimals hold a comma, a quote or a line break. */
export function toEquityCsv({
  points,
}: {
  readonly points: readonly { readonly time: string; readonly equity: string }[];
}): string {
  return `${['time,equity', ...points.map(({ time, equity }) => `${time},${equity}`)].join('\r\n')}\r\n`;
}
