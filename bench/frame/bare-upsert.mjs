const COLUMNS = 'series_id, open_time, open, high, low, close, volume, is_closed';
const TYPES = ['integer', 'timestamptz', 'numeric', 'numeric', 'numeric', 'numeric', 'numeric', 'boolean'];

/**
 * The limit of a burst: prepared statements upsert a candle of each series into a table like candlesticks and move the counters
 * of the series, as clients read them, in one like series. Nothing is checked, compared or locked in order.
 */
export class BareUpsert {
  #clients;
  #ids;
  #written = 0;

  /** As many statements at once as there are clients. */
  static async create(clients, seriesCount) {
    await clients[0].query(
      `create table bare_candles (like candlesticks including all);
       create table bare_series (like series including all) with (fillfactor = 50);
       insert into bare_series (id, exchange, symbol, interval, calendar)
       select number, 'bare', 'S' || number, '1m', '24x7' from generate_series(1, ${seriesCount}) number`,
    );
    return new BareUpsert(clients, seriesCount);
  }

  constructor(clients, seriesCount) {
    this.#clients = clients;
    this.#ids = Array.from({ length: seriesCount }, (_, index) => index + 1);
  }

  /** Milliseconds until statements of so many candles are all committed: the first time inserted, then replaced. */
  async burst(portion, openTime) {
    this.#written++;
    const startedAt = performance.now();
    const left = this.#ids.slice();
    const write = async (client) => {
      while (left.length > 0) await this.#write(client, left.splice(0, portion), openTime);
    };
    await Promise.all(this.#clients.map(write));
    return performance.now() - startedAt;
  }

  #write(client, ids, openTime) {
    const values = [`"${openTime}"`, '100.50', '101.00', '100.00', '100.20', `${this.#written}.00`, 'false'];
    return client.query({
      name: 'bare-upsert',
      text: `with written as (
          insert into bare_candles (${COLUMNS})
          select * from unnest(${TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
          on conflict (series_id, open_time) do update set open = excluded.open, high = excluded.high, low = excluded.low,
            close = excluded.close, volume = excluded.volume, is_closed = excluded.is_closed
          returning series_id, open_time, xmax = 0 as inserted
        )
        update bare_series
          set candle_count = candle_count + inserted::integer, version = version + 1, last_write_at = clock_timestamp(),
              last_open_time = greatest(last_open_time, open_time)
        from written where id = series_id`,
      values: [ids, ...values.map((value) => ids.map(() => value))].map((array) => `{${array.join(',')}}`),
    });
  }
}
