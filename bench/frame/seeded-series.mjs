/**
 * Fills a series on the server, candles of the same arguments being the same: prices of two decimals round 100, volumes
 * of four. The last candle opens at `lastOpenTime`. Prices repeat after 5,000 / gcd(`step`, 5,000) candles. Answers the series' id.
 */
export async function seedSeries(
  client,
  { exchange = 'bench', symbol, interval, seconds, candles, lastOpenTime, step },
) {
  const { rows } = await client.query(
    `insert into series (exchange, symbol, interval, calendar) values ($1, $2, $3, '24x7') returning id`,
    [exchange, symbol, interval],
  );
  await seedCandles(client, { seriesIds: [rows[0].id], seconds, candles, lastOpenTime, step });
  return rows[0].id;
}

/** Many series of the same interval and length, named `S0`, `S1`, …. */
export async function seedManySeries(client, { exchange, interval, seconds, series, candles, lastOpenTime }) {
  const { rows } = await client.query(
    `insert into series (exchange, symbol, interval, calendar)
     select $1, 'S' || number, $2, '24x7' from generate_series(0, $3::int - 1) number returning id`,
    [exchange, interval, series],
  );
  await seedCandles(client, { seriesIds: rows.map(({ id }) => id), seconds, candles, lastOpenTime });
}

/** The counters are set here since the rows do not come the product's way. */
async function seedCandles(client, { seriesIds, seconds, candles, lastOpenTime, step = 104_729 }) {
  await client.query(
    `insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
     select id, $4::timestamptz - make_interval(secs => $2::float8 * ($3::bigint - number)), 100 + wave, 100.75 + wave, 99.5 + wave,
            100.25 + wave, (number * 7919 % 100000007) / 10000::numeric(12, 4), true
     from unnest($1::int[]) id, generate_series(1, $3::bigint) number,
          lateral (select (number * $5::bigint % 5000)::numeric(12, 2) / 100 * 0.5 as wave) price
     order by id, number`,
    [seriesIds, seconds, candles, lastOpenTime, step],
  );
  await client.query(
    `update series set candle_count = $2::bigint, version = 1, last_open_time = $4, last_write_at = now(),
            first_open_time = $4::timestamptz - make_interval(secs => $3::float8 * ($2::bigint - 1))
     where id = any($1)`,
    [seriesIds, candles, seconds, lastOpenTime],
  );
  await client.query('vacuum analyze candlesticks, series');
  // What was just written must not be flushed while others are measured.
  await client.query('checkpoint');
}
