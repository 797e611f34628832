import { type QueryKey, useQueries, type UseQueryOptions } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Problem } from '../api/problem';
import { count } from '../format/numbers';
import { ProblemNotice } from './problem-notice';
import { Empty, Loading } from './query-view';
import { Cells, type Column, type Sorting, TableHead } from './table';

const ROW_PIXELS = 34;

interface RowsOfPage<Row> {
  readonly items: readonly Row[];
  readonly total: number;
}

/** A page of rows as `useQueries` reads it: from `readOptions`. */
interface PageOptions<Row> {
  readonly queryKey: QueryKey;
  readonly queryFn?: unknown;
  readonly select?: (data: never) => RowsOfPage<Row>;
}

interface PagedTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** The options of the page with this number, from 1: `(page) => readOptions(path, { params: { query: { page, size } } })`. */
  readonly page: (page: number) => PageOptions<Row>;
  /** Rows in a page, as the options request it. */
  readonly pageSize: number;
  readonly rowKey: (row: Row) => string | number;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  readonly isChosen?: (row: Row) => boolean;
  /** The index of a row that is scrolled to when it changes. */
  readonly scrollTo?: number;
  readonly empty?: React.ReactNode;
  /** Height of the part that scrolls, in pixels. */
  readonly height?: number;
}

/** A table of any length: only the rows in sight are in the document, and only their pages are read. Rows have one height. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const {
    caption,
    columns,
    page,
    pageSize,
    rowKey,
    sorting,
    onSort,
    isChosen,
    scrollTo,
    height = 480,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [first] = usePages<Row>([page(1)]);
  const total = first?.data?.total ?? 0;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 8,
  });
  const shown = virtualizer.getVirtualItems();
  const numbers = [...new Set(shown.map(({ index }) => Math.floor(index / pageSize) + 1))];
  const pages = usePages<Row>(numbers.map(page));
  const rowAt = (index: number) =>
    pages[numbers.indexOf(Math.floor(index / pageSize) + 1)]?.data?.items[index % pageSize];
  useEffect(() => {
    if (scrollTo !== undefined && scrollTo >= 0) virtualizer.scrollToIndex(scrollTo, { align: 'center' });
    // Rows that are not known yet cannot be scrolled to.
  }, [scrollTo, total, virtualizer]);

  const failed = [first, ...pages].find((result) => result?.error);
  const notice = failed?.error && (
    <ProblemNotice problem={failed.error} retry={() => void failed.refetch()} />
  );
  if (!first?.data) return notice ?? <Loading />;
  if (total === 0) return props.empty ?? <Empty>There is nothing that fits.</Empty>;
  const before = shown[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <>
      {notice}
      <p className="quiet">
        {count(total)} {total === 1 ? 'row' : 'rows'}
      </p>
      <div
        className="scroll"
        ref={scroller}
        style={{ maxBlockSize: height }}
        tabIndex={0}
        role="group"
        aria-label={caption}
        data-rows={total}
      >
        <table className="table virtual" aria-rowcount={total + 1}>
          <TableHead caption={caption} columns={columns} sorting={sorting} onSort={onSort} captionHidden />
          <tbody>
            <Spacer pixels={before} columns={columns.length} />
            {shown.map(({ index }) => {
              const row = rowAt(index);
              return (
                <tr
                  key={row === undefined ? `row ${index}` : rowKey(row)}
                  aria-rowindex={index + 2}
                  className={row !== undefined && isChosen?.(row) ? 'chosen' : undefined}
                >
                  {row === undefined ? (
                    <td colSpan={columns.length}>…</td>
                  ) : (
                    <Cells columns={columns} row={row} />
                  )}
                </tr>
              );
            })}
            <Spacer pixels={after} columns={columns.length} />
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Keeps the height of the rows that are not in the document. */
function Spacer({ pixels, columns }: { readonly pixels: number; readonly columns: number }) {
  if (pixels <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ blockSize: pixels, padding: 0, border: 0 }} />
    </tr>
  );
}

interface PageResult<Row> {
  readonly data?: RowsOfPage<Row>;
  readonly error: Problem | null;
  readonly refetch: () => Promise<unknown>;
}

function usePages<Row>(pages: readonly PageOptions<Row>[]) {
  const results: unknown = useQueries({
    queries: pages.map((options) => ({ ...options, staleTime: 30_000 }) as UseQueryOptions),
  });
  return results as readonly PageResult<Row>[];
}
