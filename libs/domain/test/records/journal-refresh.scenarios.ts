import type { FillRecord } from '#engine/trades/fill-record';
import type { TradeMatching } from '#engine/trades/round-trip';
import type { Interval } from '#engine/market/interval';
import { flatCandle } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';
import { tradingStorageOf } from '../support/trading-storage';

const SYMBOL = 'BTC/USDT:USDT';
const HOUR_MILLISECONDS = 3_600_000;

describe('the refresh of journal entries that are made of fills', () => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await openStorage();
  });
  afterEach(() => storage.close());

  const refresh = (matching?: TradeMatching) =>
    tradingStorageOf(storage, matching).refresh.refresh(new AbortController().signal);

  async function ingest(...fills: Partial<FillRecord>[]) {
    const name = { account: 'main', exchange: 'binance', symbol: SYMBOL };
    await tradingStorageOf(storage).fills.ingest(
      fills.map((fill, index) => ({
        content: {
          ...name,
          fill_id: `${index}`,
          side: 'buy',
          price: '100',
          quantity: '1',
          ...fill,
        } as FillRecord,
      })),
    );
  }

  async function entries() {
    const { rows } = await storage.pool.query<{ line: string }>(
      `select concat_ws(' ', side, quantity, exit_price, funding, net_pnl) as line from trade_journal_entries order by entry_time, id`,
    );
    return rows.map(({ line }) => line);
  }

  it('follows the matching that is set', async () => {
    const time = Date.parse('2024-01-01T00:00:00Z');
    await ingest(
      { time },
      { time: time + 1, quantity: '2', price: '130' },
      { time: time + 2, side: 'sell', quantity: '3', price: '140' },
    );
    expect(await entries()).toEqual(['buy 3 140 60']);
    // The first in is the first out: 1 from 100 and 2 from 130 to 140.
    await refresh('fifo');
    expect(await entries()).toEqual(['buy 1 140 40', 'buy 2 140 20']);
    await refresh();
    expect(await entries()).toEqual(['buy 3 140 60']);
  });

  it('adds funding that was stored after the fills, and follows its corrections while the trade is open and for a day', async () => {
    const hour = Math.floor(Date.now() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS;
    await ingest(
      { time: hour - 30 * HOUR_MILLISECONDS },
      { time: hour - 26 * HOUR_MILLISECONDS, side: 'sell' },
      { time: hour - 4 * HOUR_MILLISECONDS },
      { time: hour - 2 * HOUR_MILLISECONDS, side: 'sell' },
      { time: hour - HOUR_MILLISECONDS - 1 },
    );
    expect(await entries()).toEqual(['buy 1 100 0', 'buy 1 100 0', 'buy 1']);
    await storage.pool.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate, mark_price)
       select 'binance', $1, hour, 0.0001, 100 from unnest($2::timestamptz[]) as hour`,
      [SYMBOL, [28, 3, 1].map((ago) => new Date(hour - ago * HOUR_MILLISECONDS))],
    );
    await refresh();
    expect(await entries()).toEqual(['buy 1 100 -0.01 -0.01', 'buy 1 100 -0.01 -0.01', 'buy 1 -0.01']);
    await storage.pool.query('update funding_rates set funding_rate = 0.0002');
    await refresh();
    expect(await entries()).toEqual(['buy 1 100 -0.01 -0.01', 'buy 1 100 -0.02 -0.02', 'buy 1 -0.02']);
  });

  describe('of a history that was sent before its prices', () => {
    const at = (hour: string) => new Date(`2024-01-01T${hour}:00:00Z`);

    async function storeCandle(
      symbol: string,
      interval: Interval,
      { openTime, price }: { readonly openTime: Date; readonly price: string },
    ) {
      const name = { exchange: 'binance', symbol, interval };
      const seriesId = await storage.series.idOf(name);
      await storage.store.upsert([{ seriesId, name, interval, candles: [flatCandle(openTime, price)] }]);
    }

    it('adds the fees in third currencies and the funding, once they have a price', async () => {
      await ingest(
        { time: at('07').getTime(), fee: '0.01', fee_currency: 'BNB' },
        { time: at('09').getTime(), side: 'sell', fee: '1', fee_currency: 'XYZ' },
        // No fee, so no price is looked for.
        { time: at('10').getTime(), fee: '0', fee_currency: 'BNB' },
      );
      await storage.pool.query(
        `insert into funding_rates (exchange, symbol, funding_time, funding_rate) values ('binance', $1, $2, 0.0001)`,
        [SYMBOL, at('08')],
      );
      await refresh();
      expect(await entries()).toEqual(['buy 1 100 0', 'buy 1']);
      await storeCandle(SYMBOL, '1h', { openTime: at('07'), price: '200' });
      await storeCandle('BNB/USDT', '1h', { openTime: at('05'), price: '600' });
      await refresh();
      // Funding 1 × 200 × 0.0001 = 0.02 paid, fees 0.01 × 600 = 6.
      expect(await entries()).toEqual(['buy 1 100 -0.02 -6.02', 'buy 1']);
    });

    it('adds the fee of an exit at whose very time the next trade was opened', async () => {
      await ingest(
        { time: at('07').getTime() },
        { time: at('09').getTime(), side: 'sell', fee: '0.01', fee_currency: 'BNB' },
        { time: at('09').getTime(), sequence: 1 },
      );
      await storeCandle('BNB/USDT', '1h', { openTime: at('05'), price: '600' });
      await refresh();
      expect(await entries()).toEqual(['buy 1 100 -6', 'buy 1']);
    });

    it('takes the price of a fee in the currency that a correction of the symbol settles in', async () => {
      await storeCandle('BNB/USDT', '1h', { openTime: at('05'), price: '600' });
      await storeCandle('BNB/EUR', '1h', { openTime: at('05'), price: '500' });
      for (const symbol of ['BTC/USDT', 'BTC/EUR']) {
        await ingest(
          { symbol, time: at('07').getTime(), fee: '0.01', fee_currency: 'BNB' },
          { symbol, time: at('09').getTime(), side: 'sell' },
        );
      }
      expect(await entries()).toEqual(['buy 1 100 -5']);
    });

    // Candles of a minute on other days say nothing of the price at the settlement.
    it.each([['2023-06-01T00:00:00Z'], ['2024-06-01T00:00:00Z']])(
      'marks funding by the finest candle of the day before, with others from %s on',
      async (time) => {
        await storeCandle(SYMBOL, '1h', { openTime: at('07'), price: '200' });
        await storeCandle(SYMBOL, '1m', { openTime: new Date(time), price: '50' });
        await storage.pool.query(
          `insert into funding_rates (exchange, symbol, funding_time, funding_rate) values ('binance', $1, $2, 0.0001)`,
          [SYMBOL, at('08')],
        );
        await ingest({ time: at('07').getTime() }, { time: at('09').getTime(), side: 'sell' });
        expect(await entries()).toEqual(['buy 1 100 -0.02 -0.02']);
      },
    );
  });
});
