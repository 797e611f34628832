import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDICATORS } from './registry';

const DOCUMENT = readFileSync(join(__dirname, '../../../../docs/indicators.md'), 'utf8');

/** The cells before formula and source, of each line that begins with a name. */
const documented = DOCUMENT.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, 6)
      .map((cell) => cell.trim()),
  );

it('docs/indicators.md lists every indicator with its parameters, outputs, look-back and warm-up', () => {
  const registered = Object.values(INDICATORS).map((indicator) => {
    const rules = Object.entries(indicator.parameters);
    const defaults = Object.fromEntries(rules.map(([name, rule]) => [name, rule.default]));
    return [
      `\`${indicator.name}\``,
      rules.map(([name, rule]) => `${name} ${rule.default}`).join(', ') || 'none',
      indicator.outputs.join(', '),
      String(indicator.lookback(defaults)),
      indicator.warmup(defaults)?.toLocaleString('en-US') ?? 'never',
    ];
  });
  expect(documented).toEqual(registered);
});
