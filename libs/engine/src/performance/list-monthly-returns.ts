export interface YearlyReturn {
  readonly year: number;
  /** A fraction: the year's last equity over that of the year before it, or over the first value, minus 1. */
  readonly return: number;
}

export interface MonthlyReturn {
  readonly year: number;
  /** 1 to 12, UTC. */
  readonly month: number;
  /** A fraction: the month's last equity over that of the month before it, or over the first value, minus 1. */
  readonly return: number;
}

/** The return of each UTC month that has bars, by the bars' opens in ms; months compound to the total return. */
export function listMonthlyReturns(equity: Float64Array, openTime: Float64Array): MonthlyReturn[] {
  return listReturns(equity, openTime, (year, month) => Date.UTC(year, month + 1)).map(
    ({ start, ...made }) => ({ year: start.getUTCFullYear(), month: start.getUTCMonth() + 1, ...made }),
  );
}

/** The return of each UTC year that has bars, by the bars' opens in ms; years compound to the total return. */
export function listYearlyReturns(equity: Float64Array, openTime: Float64Array): YearlyReturn[] {
  return listReturns(equity, openTime, (year) => Date.UTC(year + 1, 0)).map(({ start, ...made }) => ({
    year: start.getUTCFullYear(),
    ...made,
  }));
}

function listReturns(
  equity: Float64Array,
  openTime: Float64Array,
  endOf: (year: number, month: number) => number,
): { readonly start: Date; readonly return: number }[] {
  const returns: { start: Date; return: number }[] = [];
  let base = equity[0];
  let index = 0;
  while (index < equity.length) {
    const start = new Date(openTime[index]);
    const end = endOf(start.getUTCFullYear(), start.getUTCMonth());
    while (index < equity.length && openTime[index] < end) index++;
    const last = equity[index - 1];
    returns.push({ start, return: base > 0 ? last / base - 1 : 0 });
    base = last;
  }
  return returns;
}
