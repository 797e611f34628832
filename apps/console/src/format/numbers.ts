// What the service computed, as text with its unit. Nothing is calculated here: `Intl` rounds decimal text exactly.

/** Shown where the service has no value: a ratio without trades, a run that is not finished. */
export const NO_VALUE = '–';

type Value = string | number | null | undefined;

function format(value: Value, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  // Decimal text is formatted to the last digit, without a float between (ECMA-402, 2023).
  return new Intl.NumberFormat('en', options).format(value as number).replace('-', '−');
}

/** A count: 12,345. */
export const count = (value: Value): string => format(value, { maximumFractionDigits: 0 });

/** A ratio such as Sharpe's: 1.234. */
export const ratio = (value: Value, digits = 3): string =>
  format(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A fraction as percent: 0.1234 is 12.34 %. */
export const percent = (value: Value, digits = 2): string =>
  withUnit(
    format(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).replace(
      '%',
      '',
    ),
    '%',
  );

/** A fraction as percent with its sign: +12.34 %. */
export const signedPercent = (value: Value, digits = 2): string =>
  withUnit(
    format(value, {
      style: 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).replace('%', ''),
    '%',
  );

/** Money rounded to two decimal places, for figures: 12,345.68. `exact` keeps every digit. */
export const money = (value: Value, unit?: string): string =>
  withUnit(format(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }), unit);

/** Decimal text with all its digits, such as prices and quantities: 12,345.678901234. */
export function exact(value: Value, unit?: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return withUnit(format(value, { maximumFractionDigits: 20 }), unit);
  const digits = fraction.replace(/0+$/, '');
  const text = `${sign === '' ? '' : '−'}${format(whole, {})}${digits === '' ? '' : `.${digits}`}`;
  return withUnit(text, unit);
}

/** The currency that prices of this symbol are in, of BTC/USDT and BTC/USDT:USDT: USDT; undefined for shares. */
export function quoteCurrency(symbol: string | null | undefined): string | undefined {
  return /^[^/]+\/([^:/]+)/.exec(symbol ?? '')?.[1];
}

/** A sign stays with its number; a currency may go to the next line. */
function withUnit(text: string, unit: string | undefined): string {
  if (text === NO_VALUE || unit === undefined) return text;
  return `${text}${unit.length > 1 ? ' ' : '\u00a0'}${unit}`;
}
