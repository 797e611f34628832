import type { Indicator } from '#engine/indicators/indicator';
import { describeRule, readParameter } from '#engine/indicators/parameter-rule';
import { INDICATORS } from '#engine/indicators/registry';
import { unprocessable } from '../http/api-error';

const MOST_INDICATORS = 8;
const LONGEST_SHOWN = 64;

/** An indicator of the registry with all of its parameters. */
export interface ChosenIndicator {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/** What a list such as "sma:20,macd:12:26:9" names; parameters that are left out have their defaults. */
export function chosenIndicators(list: string | undefined): ChosenIndicator[] {
  if (list === undefined) return [];
  const entries = list.split(',');
  if (entries.length > MOST_INDICATORS)
    throw refusal(`names ${entries.length} indicators; at most ${MOST_INDICATORS} are allowed`);
  return entries.map(chosenIndicator);
}

/** Candles before the first that is shown for no value to depend on where they begin; null: all there are. */
export function warmupOf(chosen: readonly ChosenIndicator[]): number | null {
  const bars = chosen.map(({ name, parameters }) => INDICATORS[name].warmup(parameters));
  return bars.includes(null) ? null : Math.max(0, ...bars.map(Number));
}

function chosenIndicator(entry: string): ChosenIndicator {
  const [name, ...given] = entry.split(':');
  const indicator = Object.hasOwn(INDICATORS, name) ? INDICATORS[name] : undefined;
  if (!indicator) {
    throw refusal(
      `names what is no indicator: ${shown(name)}; there are ${Object.keys(INDICATORS).join(', ')}, with their parameters between colons, such as sma:20`,
    );
  }
  const rules = Object.entries(indicator.parameters);
  if (given.length > rules.length)
    throw refusal(`gives ${shown(entry)} too many parameters: ${allowed(indicator)}`);
  const parameters = Object.fromEntries(
    rules.map(([parameter, rule], index) => {
      if (given.length <= index) return [parameter, rule.default];
      const text = given[index];
      const value = readParameter(/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text, rule);
      if (value === undefined)
        throw refusal(`gives ${name} the ${parameter} ${shown(text)}: it must be ${describeRule(rule)}`);
      return [parameter, value];
    }),
  );
  const problem = indicator.check?.(parameters);
  if (problem !== undefined) throw refusal(`names ${shown(entry)}: ${problem}`);
  return { name, parameters };
}

function allowed({ name, parameters }: Indicator): string {
  const rules = Object.entries(parameters).map(([parameter, rule]) => `${parameter}, ${describeRule(rule)}`);
  return rules.length === 0 ? `${name} has none` : `${name} has ${rules.join('; ')}`;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, LONGEST_SHOWN));
}

export function refusal(message: string) {
  return unprocessable([{ field: 'indicators', message }]);
}
