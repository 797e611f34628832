import type { FillRecord } from '#engine/trades/fill-record';
import type { Fill } from './fill.entity';
import type { PositionSide } from './position.entity';

/** What a sender stated of a fill, with the defaults of what it left out. */
export interface FillContent extends Pick<
  Fill,
  | 'account'
  | 'exchange'
  | 'fillId'
  | 'side'
  | 'price'
  | 'quantity'
  | 'fee'
  | 'feeCurrency'
  | 'liquidity'
  | 'multiplier'
  | 'lotSize'
  | 'orderId'
  | 'strategy'
> {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly sequence: number;
  readonly tags: readonly string[];
}

export function toFillContent(record: FillRecord): FillContent {
  return {
    account: record.account,
    exchange: record.exchange,
    symbol: record.symbol,
    positionSide: record.position_side ?? 'net',
    fillId: record.fill_id,
    side: record.side,
    price: record.price,
    quantity: record.quantity,
    fee: record.fee ?? '0',
    feeCurrency: record.fee_currency ?? null,
    liquidity: record.liquidity ?? null,
    time: record.time,
    sequence: record.sequence ?? 0,
    multiplier: record.multiplier ?? '1',
    lotSize: record.lot_size ?? '0',
    orderId: record.order_id ?? null,
    strategy: record.strategy ?? null,
    tags: record.tags ?? [],
  };
}

/** The fill's key: its sender's id is unique within an account at an exchange. */
export function fillKey({
  account,
  exchange,
  fillId,
}: Pick<FillContent, 'account' | 'exchange' | 'fillId'>): string {
  return JSON.stringify([account, exchange, fillId]);
}

/** Equal for two contents that say the same, however many zeros end their decimals. */
export function contentKey({ price, quantity, fee, multiplier, lotSize, ...rest }: FillContent): string {
  const decimals = [price, quantity, fee, multiplier, lotSize].map(withoutEndingZeros);
  const names = Object.keys(rest).sort() as (keyof typeof rest)[];
  return JSON.stringify([decimals, names.map((name) => rest[name])]);
}

function withoutEndingZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
