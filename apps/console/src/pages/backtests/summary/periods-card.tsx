import { useState } from 'react';
import { useRead, type Schemas } from '../../../api/hooks';
import { HeatMap } from '../../../charts/heat-map';
import { QueryView } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { ChoiceField } from '../../../forms/inputs';
import { signedPercent } from '../../../format/numbers';
import { Card } from '../../../layout/page';
import type { PartProps } from '../report';

type Periods = Schemas['PeriodReturnsRead'];
type ReturnField = 'return' | 'benchmark_return';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const ACCOUNTS = [
  { value: 'return', label: 'This run' },
  { value: 'benchmark_return', label: 'Buy and hold' },
] as const;

const usePeriods = (id: number) =>
  useRead('/api/v1/backtesting/{b_id}/monthly', { params: { path: { b_id: id } } });

/** Returns of months as a heat map: of the run, or of buy and hold. */
export function MonthsCard({ report }: PartProps) {
  return (
    <Card title="Returns of months" wide>
      <QueryView query={usePeriods(report.id)}>{(data) => <MonthMap periods={data} />}</QueryView>
    </Card>
  );
}

/** Returns of years beside those of buy and hold. */
export function YearsCard({ report }: PartProps) {
  return (
    <Card title="Returns of years">
      <QueryView query={usePeriods(report.id)}>{(data) => <YearTable periods={data} />}</QueryView>
    </Card>
  );
}

function MonthMap({ periods }: { readonly periods: Periods }) {
  const [account, setAccount] = useState<ReturnField>('return');
  const { months, years } = periods;
  const byMonth = new Map(months.map((month) => [`${month.year} ${month.month}`, month[account]]));
  return (
    <div className="stack">
      <div className="fields no-print">
        <ChoiceField
          label="Returns of"
          value={account}
          onChange={(value) => setAccount(value as ReturnField)}
          options={ACCOUNTS}
        />
      </div>
      <HeatMap
        caption={`Returns of UTC months, percent: ${ACCOUNTS.find(({ value }) => value === account)?.label}`}
        columns={MONTHS}
        rows={years.map(({ year }) => String(year))}
        columnAxis="Month"
        rowAxis="Year"
        neutral={0}
        value={(row, column) => byMonth.get(`${years[row]!.year} ${column + 1}`) ?? null}
        format={(value) => (value === null ? '' : signedPercent(value, 1).replace(/\u00a0%$/, ''))}
      />
    </div>
  );
}

function YearTable({ periods }: { readonly periods: Periods }) {
  return (
    <Table
      caption="Returns of UTC years"
      rows={periods.years}
      rowKey={({ year }) => year}
      columns={[
        { key: 'year', title: 'Year', cell: ({ year }) => year },
        { key: 'return', title: 'This run', number: true, cell: (row) => signedPercent(row.return) },
        {
          key: 'benchmark',
          title: 'Buy and hold',
          number: true,
          cell: (row) => signedPercent(row.benchmark_return),
        },
      ]}
    />
  );
}
