import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchWithToken } from '../../api/client';
import { queriesOf } from '../../api/links';
import type { Problem } from '../../api/problem';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { count, NO_VALUE } from '../../format/numbers';
import { type Dataset, DATASETS } from './datasets';

/** So many that a page is drawn at once, however wide it is. */
const MOST_CELLS = 4_000;
const [LEAST_ROWS, MOST_ROWS] = [10, 50];

const pageSize = ({ column_count: columns }: Dataset): number =>
  Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns)));

type Row = Readonly<Record<string, number | string | boolean | null>>;

interface RowPage {
  readonly items: readonly Row[];
  readonly total: number;
  readonly firstRow: number;
  /** Queries of other pages by their relation. */
  readonly links: Readonly<Record<string, string | undefined>>;
}

/** Where a page begins: the query that reads it, and the number of its first row. */
interface Position {
  readonly query: string;
  readonly firstRow: number;
}

/** The rows of a version page by page: forward by the cursor of the service, which knows no limit, and back on the same way. */
export function DatasetRows({ dataset }: { readonly dataset: Dataset }) {
  const { version } = dataset;
  const size = pageSize(dataset);
  const first: Position = { query: `?version=${version}&size=${size}`, firstRow: 1 };
  const [way, setWay] = useState<readonly Position[]>([]);
  const beginning = useRowPage(dataset, first);
  const page = useRowPage(dataset, way.at(-1) ?? first);
  const last = beginning.data?.links.last;
  const columns = columnsOf(dataset);
  return (
    <QueryView query={page}>
      {({ items, total, firstRow, links: { next } }) => {
        const lastRow = firstRow + items.length - 1;
        const go = (to: string, row: number) => () => setWay([...way, { query: to, firstRow: row }]);
        return (
          <div className="stack">
            <Table
              caption={`Rows of version ${count(version)}, as they are stored; times in UTC`}
              columns={columns}
              rows={items}
              rowKey={(_, index) => index}
            />
            <div className="row">
              <PageButton label="First" onClick={way.length > 0 && (() => setWay([]))} />
              <PageButton label="Back" onClick={way.length > 0 && (() => setWay(way.slice(0, -1)))} />
              <PageButton
                label="Next"
                onClick={next !== undefined && !page.isPlaceholderData && go(next, lastRow + 1)}
              />
              <PageButton
                label="Last"
                onClick={
                  last !== undefined && next !== undefined && go(last, firstRowOfLastPage(total, size))
                }
              />
              <span role="status">
                Rows {count(firstRow)} to {count(lastRow)} of {count(total)}
              </span>
            </div>
          </div>
        );
      }}
    </QueryView>
  );
}

/** False: leads nowhere from here. */
function PageButton({ label, onClick }: { readonly label: string; readonly onClick: false | (() => void) }) {
  return (
    <button type="button" className="button" disabled={!onClick} onClick={onClick || undefined}>
      {label}
    </button>
  );
}

const firstRowOfLastPage = (total: number, size: number): number => Math.floor((total - 1) / size) * size + 1;

function useRowPage({ name, content_sha256: hash }: Dataset, { query, firstRow }: Position) {
  return useQuery<RowPage, Problem>({
    queryKey: [`${DATASETS}/${name}/rows`, hash, query],
    queryFn: async ({ signal }) => {
      const headers = { accept: 'application/json' };
      const response = await fetchWithToken(`${DATASETS}/${name}/rows${query}`, { headers, signal });
      const page = (await response.json()) as Omit<RowPage, 'links' | 'firstRow'>;
      return { ...page, firstRow, links: queriesOf(response.headers.get('link')) };
    },
    placeholderData: keepPreviousData,
    // Of one content.
    staleTime: Infinity,
  });
}

function columnsOf({ columns, symbol_count }: Dataset): Column<Row>[] {
  const key = symbol_count === null ? ['time'] : ['time', 'symbol'];
  return [
    ...key.map((name) => ({ key: name, title: name, nowrap: true, cell: (row: Row) => row[name] })),
    ...columns.map(({ name, type }) => ({
      // A name of its own, whatever a column is called.
      key: `column ${name}`,
      title: name,
      number: type === 'number',
      nowrap: type !== 'text',
      cell: (row: Row) => String(row[name] ?? NO_VALUE),
    })),
  ];
}
