import { useMemo, useState } from 'react';
import type { ValueSeries } from '../../charts/chart-series';
import { TimeChart } from '../../charts/time-chart';
import { Empty } from '../../components/query-view';
import { Table } from '../../components/table';
import { ChoiceField } from '../../forms/inputs';
import { exact } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { type Dataset, tradableColumns } from './datasets';
import { type DatasetRow, RowPages } from './row-pages';

/** As many as a page of the service has. */
const ROWS = 1_000;
const TABLE_ROWS = 100;

/** A column of numbers or flags over time, 1,000 rows at a time; of rows with symbols those of one. */
export function DatasetChart({ dataset }: { readonly dataset: Dataset }) {
  const names = tradableColumns(dataset).map(({ name }) => name);
  const [chosen, setChosen] = useState(names[0]);
  if (chosen === undefined) return <Empty>It has no column of numbers or flags.</Empty>;
  return (
    <div className="stack">
      <ChoiceField label="Column of the chart" options={names} value={chosen} onChange={setChosen} />
      <RowPages dataset={dataset} size={ROWS} what=" of the chart">
        {(rows) =>
          dataset.symbol_count === null ? (
            <Drawn column={chosen} rows={rows} />
          ) : (
            <DrawnBySymbol column={chosen} rows={rows} />
          )
        }
      </RowPages>
    </div>
  );
}

interface DrawnProps {
  readonly column: string;
  readonly rows: readonly DatasetRow[];
}

function DrawnBySymbol({ column, rows }: DrawnProps) {
  const symbols = useMemo(() => [...new Set(rows.map(({ symbol }) => String(symbol)))].sort(), [rows]);
  const [wanted, setWanted] = useState<string>();
  // Another page may have other symbols.
  const symbol = wanted !== undefined && symbols.includes(wanted) ? wanted : symbols[0]!;
  const own = useMemo(() => rows.filter((row) => row['symbol'] === symbol), [rows, symbol]);
  return (
    <>
      <ChoiceField label="Symbol of the chart" options={symbols} value={symbol} onChange={setWanted} />
      <Drawn column={column} rows={own} symbol={symbol} />
    </>
  );
}

function Drawn({ column, rows, symbol }: DrawnProps & { readonly symbol?: string }) {
  const times = useTimes();
  const line = useMemo<ValueSeries>(
    () => ({
      key: column,
      title: column,
      kind: 'line',
      color: 'series-1',
      format: (value) => exact(value),
      points: rows.map((row) => ({ time: String(row['time']), value: valueOf(row, column) })),
    }),
    [column, rows],
  );
  const label = symbol === undefined ? column : `${column} of ${symbol}`;
  return (
    <TimeChart
      key={label}
      label={label}
      series={[line]}
      table={
        <Table
          caption={`Values of the first ${TABLE_ROWS} rows of the chart; the CSV has all`}
          columns={[
            { key: 'time', title: 'Row', cell: ({ time }) => times.time(time) },
            { key: 'value', title: column, number: true, cell: ({ value }) => exact(value) },
          ]}
          rows={line.points.slice(0, TABLE_ROWS)}
          rowKey={({ time }) => time}
        />
      }
    />
  );
}

/** A flag is 1 or 0. */
function valueOf(row: DatasetRow, column: string): number | null {
  const value = row[column];
  return value === null || value === undefined ? null : Number(value);
}
