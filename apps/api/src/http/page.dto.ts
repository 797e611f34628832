import { unprocessable } from './api-error';
import { type CursorKey, decodeCursor, decodePairCursor, decodeSortedCursor, type SortedKey } from './cursor';
import { CursorQueryField, IntegerQueryField } from './validation/fields';

const MAXIMUM_PAGE = 1_000_000_000;
const MAXIMUM_SIZE = 1_000;
const MAXIMUM_OFFSET = 1_000_000;

const PageField = () =>
  IntegerQueryField({
    description: 'Page, from 1',
    minimum: 1,
    maximum: MAXIMUM_PAGE,
    optional: true,
    default: 1,
  });

const SizeField = (size: number) =>
  IntegerQueryField({
    description: 'Records in a page',
    minimum: 1,
    maximum: MAXIMUM_SIZE,
    optional: true,
    default: size,
  });

const CURSOR = {
  description:
    'Position of the page, from rel="next" of the Link header of an earlier page; page is then 1. Records that are stored meanwhile cause neither repetitions nor omissions.',
  optional: true,
};
const CursorField = () => CursorQueryField(decodeCursor, CURSOR);
const PairCursorField = () => CursorQueryField(decodePairCursor, CURSOR);
const SortedCursorField = () => CursorQueryField(decodeSortedCursor, CURSOR);

export class PageQuery {
  @PageField()
  page = 1;

  @SizeField(20)
  size = 20;
}

export class RecordPageQuery {
  @PageField()
  page = 1;

  @SizeField(20)
  size = 20;

  @CursorField()
  cursor?: number;
}

/** Of a list that is ordered by two numbers. */
export class PairPageQuery {
  @PageField()
  page = 1;

  @SizeField(20)
  size = 20;

  @PairCursorField()
  cursor?: readonly [number, number];
}

/** Of a list that is sorted by a figure. */
export class SortedPageQuery {
  @PageField()
  page = 1;

  @SizeField(20)
  size = 20;

  @SortedCursorField()
  cursor?: SortedKey;
}

export class CandlestickPageQuery {
  @PageField()
  page = 1;

  @SizeField(50)
  size = 50;

  @CursorField()
  cursor?: number;
}

/** Where a page of a list with cursors begins; `before` is the key of the record that it follows. */
export function positionOf<Key extends CursorKey>({
  page,
  size,
  cursor,
}: PageQuery & { readonly cursor?: Key }) {
  if (cursor === undefined) return { offset: offsetOf({ page, size }), limit: size };
  if (page !== 1) throw unprocessable([{ field: 'page', message: 'must be 1 or left out beside a cursor' }]);
  return { offset: 0, limit: size, before: cursor };
}

/** Where a page begins. Far offsets cost the database every record before them, so they are refused. */
export function offsetOf({ page, size }: { page: number; size: number }): number {
  if (!isWithinReach({ page, size })) {
    throw unprocessable([
      {
        field: 'page',
        message:
          `lies beyond record ${MAXIMUM_OFFSET}; follow the cursor in the Link header of a page instead, where the list ` +
          'has one, or for all candles of a series GET market-data/candlesticks/export',
      },
    ]);
  }
  return (page - 1) * size;
}

/** Whether the page can be requested by its number. */
export function isWithinReach({ page, size }: { page: number; size: number }): boolean {
  return (page - 1) * size <= MAXIMUM_OFFSET;
}
