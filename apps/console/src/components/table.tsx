import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique in the table; the name to sort by where the column is sortable. */
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Aligned to the end. */
  readonly number?: boolean;
  /** Not wrapped: times, names. */
  readonly nowrap?: boolean;
  readonly sortable?: boolean;
}

export interface Sorting {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

interface TableProps<Row> {
  /** What the table holds; the name of the table for who cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string | number;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  readonly isChosen?: (row: Row) => boolean;
  /** The caption is always read aloud; it is shown unless this is set. */
  readonly captionHidden?: boolean;
}

/** A table of at most some hundred rows, all of them in the document. For more: `PagedTable`. */
export function Table<Row>({ columns, rows, rowKey, isChosen, ...head }: TableProps<Row>) {
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={head.caption}>
      <table className="table">
        <TableHead columns={columns} {...head} />
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className={isChosen?.(row) ? 'chosen' : undefined}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps<Row> = Pick<TableProps<Row>, 'caption' | 'columns' | 'sorting' | 'onSort' | 'captionHidden'>;

export function TableHead<Row>({ caption, columns, sorting, onSort, captionHidden = false }: HeadProps<Row>) {
  return (
    <>
      <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, number, sortable }) => {
            const order = sorting?.by === key ? sorting.order : undefined;
            return (
              <th
                key={key}
                scope="col"
                className={number ? 'number' : undefined}
                aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
              >
                {sortable && onSort ? (
                  <button
                    type="button"
                    className="sort"
                    onClick={() => onSort({ by: key, order: order === 'desc' ? 'asc' : 'desc' })}
                  >
                    {title} <span aria-hidden="true">{order ? (order === 'asc' ? '▲' : '▼') : '↕'}</span>
                  </button>
                ) : (
                  title
                )}
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}

export function Cells<Row>({
  columns,
  row,
}: {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}) {
  return columns.map(({ key, cell, number, nowrap }) => (
    <td key={key} className={number ? 'number' : nowrap ? 'nowrap' : undefined}>
      {cell(row)}
    </td>
  ));
}
