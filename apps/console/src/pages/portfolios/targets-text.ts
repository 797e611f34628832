import { numberOr } from '../submit/json-text';

interface Target {
  readonly exchange?: string | null;
  readonly symbol: string;
  readonly weight: number | string;
}

/** The weight of a member a line: us, AAPL, 0.25. */
export const writeTargets = (targets: readonly Target[]): string =>
  targets
    .map(({ exchange, symbol, weight }) => [...(exchange ? [exchange] : []), symbol, weight].join(', '))
    .join('\n');

/** The weights of the lines that are not blank; a line of two values has no exchange. */
export function readTargets(text: string): Target[] {
  return text
    .split('\n')
    .map((line) => line.split(',').map((value) => value.trim()))
    .filter((values) => values.some((value) => value !== ''))
    .map((values) => {
      const [exchange = '', symbol = '', weight = ''] = values.length > 2 ? values : ['', ...values];
      return { ...(exchange !== '' && { exchange }), symbol, weight: numberOr(weight) };
    });
}
