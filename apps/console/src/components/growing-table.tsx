import { useState } from 'react';
import { type Column, Table } from './table';
import { count } from '../format/numbers';

const ROWS_AT_A_TIME = 200;

interface GrowingTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

/** A table of at most a thousand rows whose heights differ: the first ones, and more on request. */
export function GrowingTable<Row>({ rows, ...table }: GrowingTableProps<Row>) {
  const [shown, setShown] = useState(ROWS_AT_A_TIME);
  const more = Math.min(rows.length - shown, ROWS_AT_A_TIME);
  return (
    <>
      <Table {...table} rows={rows.slice(0, shown)} />
      {more > 0 && (
        <button type="button" className="button" onClick={() => setShown(shown + more)}>
          Show {count(more)} more of {count(rows.length)}
        </button>
      )}
    </>
  );
}
