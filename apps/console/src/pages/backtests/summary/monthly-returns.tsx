import type { Schemas } from '../../../api/hooks';
import { HeatMap } from '../../../charts/heat-map';
import { signedPercent } from '../../../format/numbers';
import { MONTHS } from './periods-card';

interface MonthlyReturnsProps {
  readonly caption: string;
  readonly months: readonly Schemas['MonthlyReturnRead'][];
}

/** Returns of months as a heat map with a row for each year; months without bars are blank. */
export function MonthlyReturns({ caption, months }: MonthlyReturnsProps) {
  const years = [...new Set(months.map(({ year }) => year))];
  const byMonth = new Map(months.map((month) => [`${month.year} ${month.month}`, month.return]));
  return (
    <HeatMap
      caption={caption}
      columns={MONTHS}
      rows={years.map(String)}
      columnAxis="Month"
      rowAxis="Year"
      neutral={0}
      value={(row, column) => byMonth.get(`${years[row]!} ${column + 1}`) ?? null}
      format={(value) => (value === null ? '' : signedPercent(value, 1).replace(/\u00a0%$/, ''))}
    />
  );
}
