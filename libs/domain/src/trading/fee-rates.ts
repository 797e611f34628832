import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { scaleDecimalText } from '#engine/decimal/scale-decimal-text';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { lastCloseBy } from './last-close';
import type { PositionName } from './positions';
import { STORED_INTERVALS } from './stored-intervals';

interface ForeignFee {
  readonly id: string;
  readonly feeCurrency: string | null;
  readonly time: Date;
}

const DECIMAL_PLACES = 18;

/** Prices of fees in third currencies, by stored candles. */
@Injectable()
export class FeeRates {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /**
   * By the ids of the fills, and kept with them, so that a fee does not change with what is stored later: the close of the last candle
   * that had closed by then, of the fill's exchange, else of the default one, else of any, of the finest interval.
   */
  async find(
    manager: EntityManager,
    { exchange }: Pick<PositionName, 'exchange'>,
    settlement: string | null,
    fees: readonly ForeignFee[],
  ): Promise<Map<string, string>> {
    const rates = new Map<string, string>();
    if (settlement === null || fees.length === 0) return rates;
    const rows = await manager.query<{ id: string; close: string; isInverted: boolean }[]>(
      `select fee.id, price.close, price.is_inverted as "isInverted"
       from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as fee (id, currency, paid_at)
       cross join lateral (
         select candle.close, series.symbol = $4 || '/' || fee.currency as is_inverted
         from series join ${STORED_INTERVALS} using (interval)
         cross join lateral (${lastCloseBy('fee.paid_at')}) as candle
         where series.symbol in (fee.currency || '/' || $4, $4 || '/' || fee.currency)
         order by series.exchange <> $5, series.exchange <> $6, is_inverted, known.seconds, series.id limit 1) as price`,
      [
        fees.map(({ id }) => id),
        fees.map(({ feeCurrency }) => feeCurrency),
        fees.map(({ time }) => time),
        settlement,
        exchange,
        this.environment.defaultExchange,
      ],
    );
    for (const { id, close, isInverted } of rows) {
      const ratio = { numerator: '1', denominator: close };
      rates.set(id, isInverted ? scaleDecimalText('1', ratio, DECIMAL_PLACES) : close);
    }
    await manager.query(
      `update fills set fee_rate = found.rate from unnest($1::bigint[], $2::numeric[]) as found (id, rate)
       where fills.id = found.id`,
      [[...rates.keys()], [...rates.values()]],
    );
    return rates;
  }
}
