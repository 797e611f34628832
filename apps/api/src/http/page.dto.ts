import { unprocessable } from './api-error';
import { IntegerQueryField } from './validation/fields';

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

export class PageQuery {
  @PageField()
  page = 1;

  @SizeField(20)
  size = 20;
}

export class CandlestickPageQuery {
  @PageField()
  page = 1;

  @SizeField(50)
  size = 50;
}

/** Where a page begins. Far offsets cost the database every record before them, so they are refused. */
export function offsetOf({ page, size }: { page: number; size: number }): number {
  const offset = (page - 1) * size;
  if (offset > MAXIMUM_OFFSET) {
    throw unprocessable([
      {
        field: 'page',
        message: `lies beyond record ${MAXIMUM_OFFSET}; for candles, POST market-data/candlesticks/query reads on from any start time`,
      },
    ]);
  }
  return offset;
}
