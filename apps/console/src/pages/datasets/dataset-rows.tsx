import { type Column, Table } from '../../components/table';
import { count, NO_VALUE } from '../../format/numbers';
import type { Dataset } from './datasets';
import { type DatasetRow, RowPages } from './row-pages';

/** So many that a page is drawn at once, however wide it is. */
const MOST_CELLS = 4_000;
const [LEAST_ROWS, MOST_ROWS] = [10, 50];

const pageSize = ({ column_count: columns }: Dataset): number =>
  Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns)));

export function DatasetRows({ dataset }: { readonly dataset: Dataset }) {
  const columns = columnsOf(dataset);
  return (
    <RowPages dataset={dataset} size={pageSize(dataset)}>
      {(rows) => (
        <Table
          caption={`Rows of version ${count(dataset.version)}, as they are stored; times in UTC`}
          columns={columns}
          rows={rows}
          rowKey={(_, index) => index}
        />
      )}
    </RowPages>
  );
}

function columnsOf({ columns, symbol_count }: Dataset): Column<DatasetRow>[] {
  const key = symbol_count === null ? ['time'] : ['time', 'symbol'];
  return [
    ...key.map((name) => ({ key: name, title: name, nowrap: true, cell: (row: DatasetRow) => row[name] })),
    ...columns.map(({ name, type }) => ({
      // A name of its own, whatever a column is called.
      key: `column ${name}`,
      title: name,
      number: type === 'number',
      nowrap: type !== 'text',
      cell: (row: DatasetRow) => String(row[name] ?? NO_VALUE),
    })),
  ];
}
