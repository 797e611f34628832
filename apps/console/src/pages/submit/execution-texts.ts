import { numberOr } from './json-text';

/** Fields of `execution` by their paths, as text; a distance has the paths `stop_loss.unit` and `stop_loss.value`. */
export type ExecutionTexts = Readonly<Record<string, string>>;

/** `fees` says whose they are: blank for those of the series' exchange, `own`, or `preset:` and an exchange. */
export const OWN_FEES = 'own';
export const PRESET_FEES = 'preset:';

export const DISTANCES = ['stop_loss', 'take_profit', 'trailing_stop'] as const;
const WORDS_AND_DECIMALS = ['initial_capital', 'market', 'fill', 'lot_size'] as const;
const NUMBERS = ['slippage_bps', 'leverage'] as const;
const FLAGS = ['allow_short', 'funding'] as const;

type Values = Readonly<Record<string, unknown>>;

/** The fields that are filled in, as a request has them. Decimal values stay text. */
export function writeExecution(texts: ExecutionTexts): Record<string, unknown> {
  const at = (path: string) => texts[path]?.trim() ?? '';
  const fees = at('fees');
  const given: [string, unknown][] = [
    ...WORDS_AND_DECIMALS.map((name): [string, unknown] => [name, at(name)]),
    ...NUMBERS.map((name): [string, unknown] => [name, at(name) && numberOr(at(name))]),
    ...FLAGS.map((name): [string, unknown] => [name, at(name) && at(name) === 'true']),
    ['fee_preset', fees.startsWith(PRESET_FEES) ? fees.slice(PRESET_FEES.length) : ''],
    ['fees', fees === OWN_FEES && present({ maker: at('fees.maker'), taker: at('fees.taker') })],
    ['sizing', present({ mode: at('sizing.mode'), value: at('sizing.value') })],
    ...DISTANCES.map((name): [string, unknown] => [
      name,
      at(`${name}.value`) && { [at(`${name}.unit`) || 'fraction']: numberOr(at(`${name}.value`)) },
    ]),
  ];
  const isFilledIn = ([name, value]: [string, unknown]) =>
    value === false ? FLAGS.some((flag) => flag === name) : value !== '';
  return Object.fromEntries(given.filter(isFilledIn));
}

/** The entries that are not blank; blank where there is none. */
function present(fields: Readonly<Record<string, string>>): Values | '' {
  const entries = Object.entries(fields).filter(([, value]) => value !== '');
  return entries.length === 0 ? '' : Object.fromEntries(entries);
}

/** The texts of the settings of another run. */
export function readExecution(execution: Values): ExecutionTexts {
  const { fees, fee_preset, sizing, stop_loss, take_profit, trailing_stop, ...single } = execution;
  const text = (value: unknown) => {
    if (typeof value === 'string') return value;
    return value === null || value === undefined ? '' : JSON.stringify(value);
  };
  const nested = (name: string, value: unknown) =>
    Object.entries((value ?? {}) as Values).map(([key, each]) => [`${name}.${key}`, text(each)]);
  const distance = (name: string, value: unknown) =>
    Object.entries((value ?? {}) as Values).flatMap(([unit, each]) => [
      [`${name}.unit`, unit],
      [`${name}.value`, text(each)],
    ]);
  return Object.fromEntries([
    ...Object.entries(single).map(([name, value]) => [name, text(value)]),
    ...(fees ? [['fees', OWN_FEES], ...nested('fees', fees)] : []),
    ...(fee_preset ? [['fees', PRESET_FEES + text(fee_preset)]] : []),
    ...nested('sizing', sizing),
    ...distance('stop_loss', stop_loss),
    ...distance('take_profit', take_profit),
    ...distance('trailing_stop', trailing_stop),
  ]) as ExecutionTexts;
}
