export interface MonthlyReturn {
  readonly year: number;
  /** 1 to 12, UTC. */
  readonly month: number;
  /** A fraction: the month's last equity over that of the month before it, or over the first value, minus 1. */
  readonly return: number;
}

/** The return of each UTC month that has bars, by the bars' opens in ms; months compound to the total return. */
export function listMonthlyReturns(equity: Float64Array, openTime: Float64Array): MonthlyReturn[] {
  const months: MonthlyReturn[] = [];
  let base = equity[0];
  let index = 0;
  while (index < equity.length) {
    const date = new Date(openTime[index]);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const nextMonth = Date.UTC(year, month + 1);
    while (index < equity.length && openTime[index] < nextMonth) index++;
    const last = equity[index - 1];
    months.push({ year, month: month + 1, return: base > 0 ? last / base - 1 : 0 });
    base = last;
  }
  return months;
}
