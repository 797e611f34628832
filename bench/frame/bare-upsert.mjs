const COLUMNS = 'series_id, open_time, open, high, low, close, volume, is_closed';
const TYPES = ['integer', 'timestamptz', 'numeric', 'numeric', 'numeric', 'numeric', 'numeric', 'boolean'];

/** The limit of a burst: one prepared statement upserts a candle of each series into a table with one key, and does nothing else. */
export class BareUpsert {
  #client;
  #written = 0;

  static async create(client) {
    await client.query(
      `create table bare_candles (series_id integer, open_time timestamptz, open numeric, high numeric, low numeric,
         close numeric, volume numeric, is_closed boolean, primary key (series_id, open_time))`,
    );
    return new BareUpsert(client);
  }

  constructor(client) {
    this.#client = client;
  }

  /** Milliseconds until they are committed: the first time inserted, then replaced. */
  async burst(seriesCount, openTime) {
    const startedAt = performance.now();
    const volume = `${++this.#written}.00`;
    const values = [(index) => index, () => `"${openTime}"`].concat(
      ['100.50', '101.00', '100.00', '100.20', volume, 'false'].map((text) => () => text),
    );
    await this.#client.query({
      name: 'bare-upsert',
      text: `insert into bare_candles (${COLUMNS})
        select * from unnest(${TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
        on conflict (series_id, open_time) do update set open = excluded.open, high = excluded.high, low = excluded.low,
          close = excluded.close, volume = excluded.volume, is_closed = excluded.is_closed`,
      values: values.map(
        (valueOf) => `{${Array.from({ length: seriesCount }, (_, index) => valueOf(index)).join(',')}}`,
      ),
    });
    return performance.now() - startedAt;
  }
}
