import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDICATORS, indicatorEntries, indicatorTitle } from './indicator-list';

/** Name and parameters of each row of docs/indicators.md, which the engine's tests compare with its registry. */
function documented(): readonly (readonly [string, string])[] {
  const text = readFileSync(join(__dirname, '../../../../../docs/indicators.md'), 'utf8');
  return [...text.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, parameters]) => [
    name!,
    parameters!,
  ]);
}

describe('the indicators of a chart', () => {
  it('are those of the service, with its parameters in its order and its defaults', () => {
    const listed = Object.entries(INDICATORS).map(([name, { parameters }]) => [
      name,
      parameters.map((parameter) => `${parameter.name} ${parameter.default}`).join(', ') || 'none',
    ]);
    expect(listed.length).toBeGreaterThan(30);
    expect(listed).toEqual(documented());
  });

  it('are named by their parameters', () => {
    expect(indicatorEntries('sma:20,obv').map(indicatorTitle)).toEqual([
      'Simple moving average 20',
      'On-balance volume',
    ]);
    expect(indicatorTitle('macd:12:26:9')).toBe('MACD 12, 26, 9');
    expect(indicatorEntries(undefined)).toEqual([]);
  });
});
