import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fetchWithToken } from '../../api/client';
import { queriesOf } from '../../api/links';
import type { Problem } from '../../api/problem';
import { QueryView } from '../../components/query-view';
import { count } from '../../format/numbers';
import { type Dataset, DATASETS } from './datasets';

export type DatasetRow = Readonly<Record<string, number | string | boolean | null>>;

interface RowPage {
  readonly items: readonly DatasetRow[];
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

interface RowPagesProps {
  readonly dataset: Dataset;
  /** Rows of a page. */
  readonly size: number;
  /** What the buttons turn over, where another part of the page has such buttons as well: " of the chart". */
  readonly what?: string;
  readonly children: (rows: readonly DatasetRow[]) => ReactNode;
}

/** The rows of a version page by page: forward by the cursor of the service, which knows no limit, and back on the same way. */
export function RowPages({ dataset, size, what = '', children }: RowPagesProps) {
  const first: Position = { query: `?version=${dataset.version}&size=${size}`, firstRow: 1 };
  const [way, setWay] = useState<readonly Position[]>([]);
  const beginning = useRowPage(dataset, first);
  const page = useRowPage(dataset, way.at(-1) ?? first);
  const last = beginning.data?.links.last;
  return (
    <QueryView query={page}>
      {({ items, total, firstRow, links: { next } }) => {
        const lastRow = firstRow + items.length - 1;
        const go = (to: string, row: number) => () => setWay([...way, { query: to, firstRow: row }]);
        return (
          <div className="stack">
            {children(items)}
            <div className="row">
              {total > size && (
                <>
                  <PageButton label={`First${what}`} onClick={way.length > 0 && (() => setWay([]))} />
                  <PageButton
                    label={`Back${what}`}
                    onClick={way.length > 0 && (() => setWay(way.slice(0, -1)))}
                  />
                  <PageButton
                    label={`Next${what}`}
                    onClick={next !== undefined && !page.isPlaceholderData && go(next, lastRow + 1)}
                  />
                  <PageButton
                    label={`Last${what}`}
                    onClick={
                      last !== undefined && next !== undefined && go(last, firstRowOfLastPage(total, size))
                    }
                  />
                </>
              )}
              <span role="status">
                Rows{what} {count(firstRow)} to {count(lastRow)} of {count(total)}
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
