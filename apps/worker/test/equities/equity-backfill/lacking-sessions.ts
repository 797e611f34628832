import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { dateOf, type EquityFiles, rangeOf } from '../../support/equity-files';
import type { EquityIngests } from '../../support/equity-ingests';
import type { EquityStage } from '../../support/equity-stage';
import type { JobStage } from '../../support/job-stage';
import { readSample } from '../../support/sample-candles';

/** Tests of sessions that the provider does not have, or not yet. */
export function testLackingSessions(opened: () => EquityStage): void {
  let stage: JobStage;
  let ingests: EquityIngests;
  let files: EquityFiles;

  beforeAll(() => {
    ({ stage, ingests, files } = opened());
  });

  const sample = readSample();

  async function deleteStored(symbol: string, candles: readonly CandleToWrite[]): Promise<void> {
    await stage.query(
      `with removed as (
         delete from candlesticks using series
         where series.id = series_id and symbol = $1 and exchange = 'us' and open_time = any($2::timestamptz[]) returning 1
       )
       update series set candle_count = candle_count - (select count(*) from removed), version = version + 1
       where symbol = $1 and exchange = 'us'`,
      [symbol, candles.map(({ openTime }) => openTime)],
    );
  }

  it('keeps a session that the provider does not have apart from one that nobody requested', async () => {
    const candles = sample.slice(0, 300);
    const lacked = candles.filter((_, index) => index === 100 || index === 250);
    files.writeCandles(
      'LACKS',
      candles.filter((candle) => !lacked.includes(candle)),
    );
    const range = rangeOf(candles);
    expect(await ingests.ingest(['LACKS'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ expected: 300, requested: 300, inserted: 298, missing: 2 }],
    });
    expect(await ingests.tracked('LACKS')).toMatchObject({ stored: 298, missing: 2 });
    const gaps = await stage.api.marketData('GET', '/gaps?exchange=us&symbol=LACKS&interval=1d');
    expect(JSON.parse(gaps.text)).toMatchObject({
      missing: 2,
      gaps: lacked.map((candle) => ({ start: `${dateOf(candle)}T00:00:00Z`, missing: 1, kind: 'no_trades' })),
    });
    // No reason to fail, but requested again.
    expect(await ingests.ingest(['LACKS'], range)).toMatchObject({
      status: 'completed',
      detail: 'up to date: csv has nothing that was not stored',
      symbols: [
        {
          requested: 2,
          inserted: 0,
          missing: 2,
          detail: 'up to date: csv has none of the missing sessions that were requested: 2',
        },
      ],
    });

    await deleteStored('LACKS', candles.slice(99, 102));
    expect(await ingests.ingest(['LACKS'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 2, missing: 2 }],
    });
  });

  it('requests again what the provider lacked for certain, on the day that it has it', async () => {
    const candles = sample.slice(0, 100);
    const [first, second] = [candles[30], candles[60]];
    const dayOf = (candle: CandleToWrite) => rangeOf([candle]);
    files.writeCandles(
      'COMES',
      candles.filter((candle) => candle !== first && candle !== second),
    );
    const range = rangeOf(candles);
    await ingests.ingest(['COMES'], range);
    expect(await ingests.ingest(['COMES'], dayOf(first))).toMatchObject({
      status: 'failed',
      symbols: [{ expected: 1, requested: 1, inserted: 0, missing: 1 }],
      error: `csv has no session of COMES from ${dateOf(first)} to ${dateOf(first)}`,
    });
    files.writeCandles('COMES', candles);
    const written = { status: 'completed', symbols: [{ requested: 1, inserted: 1, missing: 0 }] };
    expect(await ingests.ingest(['COMES'], dayOf(first))).toMatchObject(written);
    expect(await ingests.ingest(['COMES'], range)).toMatchObject(written);
    expect(await ingests.stored('COMES')).toEqual(candles);
    expect(await ingests.ingest(['COMES'], range)).toMatchObject({
      status: 'completed',
      detail: 'up to date: no session was missing',
      symbols: [{ requested: 0, detail: 'up to date: every session of the range was stored before' }],
    });
  });
}
