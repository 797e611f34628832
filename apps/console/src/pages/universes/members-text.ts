interface Member {
  readonly exchange?: string | null;
  readonly symbol: string;
  readonly from?: string | null;
  readonly to?: string | null;
}

/** A member a line: us, AAPL, 2010-01-04, 2015-06-30. What is left out at its end is not there. */
export const writeMembers = (members: readonly Member[]): string =>
  members
    .map(({ exchange, symbol, from, to }) =>
      [exchange, symbol, from, to]
        .map((value) => value ?? '')
        .join(', ')
        .replace(/[, ]+$/, ''),
    )
    .join('\n');

/** The members of the lines that are not blank. A line of one value is a symbol; the service says what a value must be. */
export function readMembers(text: string): Member[] {
  return text
    .split('\n')
    .map((line) => line.split(',').map((value) => value.trim()))
    .filter((values) => values.some((value) => value !== ''))
    .map((values) => {
      const [exchange = '', symbol = '', from = '', to = ''] = values.length === 1 ? ['', ...values] : values;
      return {
        ...(exchange !== '' && { exchange }),
        symbol,
        ...(from !== '' && { from }),
        ...(to !== '' && { to }),
      };
    });
}
