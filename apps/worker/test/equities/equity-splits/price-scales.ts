import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { dateOf, type EquityFiles, rangeOf, RECENT, sessionCandles } from '../../support/equity-files';
import type { EquityIngests } from '../../support/equity-ingests';
import type { EquityStage } from '../../support/equity-stage';
import type { JobStage } from '../../support/job-stage';

/** Tests of prices on another scale than the stored ones, without a split that explains it. */
export function testPriceScales(opened: () => EquityStage): void {
  let stage: JobStage;
  let ingests: EquityIngests;
  let files: EquityFiles;

  beforeAll(() => {
    ({ stage, ingests, files } = opened());
  });

  it('follows a provider to another price scale that no split explains, and keeps the factor', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('SCALE', before.slice(0, -5));
    await ingests.ingest(['SCALE'], rangeOf(before.slice(0, -5)));
    const after = sessionCandles(RECENT, { ratio: 4 });
    files.writeCandles('SCALE', after);
    expect(await ingests.ingest(['SCALE'], rangeOf(after.slice(-8)))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 5, updated: before.length - 5 }],
    });
    expect(await ingests.stored('SCALE')).toEqual(after);
    expect(await ingests.revisions('SCALE')).toEqual(before.slice(0, -5));
    const dayAfter = new Date(before[before.length - 6].openTime.getTime() + 86_400_000);
    const exDate = dayAfter.toISOString().slice(0, 10);
    expect(await ingests.actions('SCALE')).toMatchObject({
      splits: [],
      implied: [{ ex_date: exDate, factor: '0.25' }],
      factors: [{ ex_date: exDate, split_factor: '0.25' }],
    });

    // The split is reported later: the stored prices are those after it already.
    files.writeSplits('SCALE', [[dateOf(after[after.length - 5]), 4]]);
    expect(await ingests.ingest(['SCALE'], rangeOf(after))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 0, updated: 0 }],
    });
    expect(await ingests.actions('SCALE')).toMatchObject({ splits: [{ numerator: '4' }], implied: [] });
  });

  it('keeps the factor of a price scale whose worker was killed after it had written the prices, and only then', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('KILLED', before);
    await ingests.ingest(['KILLED'], rangeOf(before));
    const after = sessionCandles(RECENT, { ratio: 4 });
    files.writeCandles('KILLED', after);
    await ingests.ingest(['KILLED'], rangeOf(before));
    const { implied } = await ingests.actions('KILLED');

    const killWithNewestClose = async ({ close }: CandleToWrite) => {
      await stage.query(
        `with lost as (delete from equity_implied_factors where symbol = 'KILLED')
         update equity_symbols set adjusted_to = null, rescaling = $1 where symbol = 'KILLED'`,
        [{ exDate: implied[0].ex_date, factor: implied[0].factor, close: Number(close) }],
      );
      await ingests.ingest(['KILLED'], rangeOf(before));
      return (await ingests.actions('KILLED')).implied;
    };
    expect(await killWithNewestClose(before[before.length - 1])).toEqual(implied);
    expect(await killWithNewestClose(after[after.length - 1])).toEqual([]);
  });

  it('writes nothing where prices differ without a split and without one ratio', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('MIXED', before.slice(0, -5));
    await ingests.ingest(['MIXED'], rangeOf(before.slice(0, -5)));
    const halved = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('MIXED', [...before.slice(0, 100), ...halved.slice(100)]);
    expect(await ingests.ingest(['MIXED'], rangeOf(before.slice(-8)))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/prices of MIXED differ from the stored ones in \d+ sessions, the first/),
    });
    expect(await ingests.stored('MIXED')).toEqual(before.slice(0, -5));
  });
}
