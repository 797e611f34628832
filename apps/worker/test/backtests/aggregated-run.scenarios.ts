import { type BacktestRequest } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { consecutiveDays, quartersOf } from '../support/sample-candles';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const days = consecutiveDays(400);

describe('a backtest on an interval that is not stored', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    await stage.store({ exchange: 'stored', symbol: 'A/B', interval: '1d' }, days);
    const quarters = days.flatMap(quartersOf);
    await stage.store({ exchange: 'shorter', symbol: 'A/B', interval: '6h' }, quarters);
    // Another interval that divides the day, but is shorter: it is not the one to take.
    await stage.store({ exchange: 'shorter', symbol: 'A/B', interval: '1h' }, quarters);
    await stage.store({ exchange: 'holey', symbol: 'ONLY/6H', interval: '6h' }, [
      ...quarters.slice(0, 200),
      ...quarters.slice(201),
    ]);
  });

  const request: BacktestRequest = {
    strategy_name: 'sma_cross',
    symbol: 'A/B',
    interval: '1d',
    parameters: { fast: 5, slow: 20 },
    start_date: '2010-02-01',
    end_date: '2010-12-31',
    execution: { fee_preset: 'none' },
  };

  async function run(changes: Partial<BacktestRequest>) {
    const id = await stage.api.submit({ ...request, ...changes });
    await stage.audit.untilStatus(id, 'completed');
    return stage.api.report(id);
  }

  it('comes out as on the same candles stored, and says what they were aggregated from', async () => {
    const stored = await run({ exchange: 'stored' });
    const aggregated = await run({ exchange: 'shorter' });
    expect(stored.metrics).toMatchObject({ trades: expect.any(Number) as number });
    expect(aggregated.metrics).toEqual(stored.metrics);
    expect(aggregated.warmup_bars).toBe(stored.warmup_bars);
    expect(aggregated.fingerprint!.candles_sha256).toBe(stored.fingerprint!.candles_sha256);
    const warning = 'no 1d candles of A/B are stored on shorter: they were aggregated from 6h candles';
    expect(aggregated.warnings).toContain(warning);
    expect(stored.warnings).not.toContain(warning);
  });

  it('finds the exchange of a symbol that is stored at a shorter interval alone, and counts what is partial', async () => {
    const report = await run({ symbol: 'ONLY/6H' });
    expect(report.warnings).toContain(
      'no 1d candles of ONLY/6H are stored on holey: they were aggregated from 6h candles, 1 of them of fewer than they span',
    );
  });

  it('fails where no stored interval divides it', async () => {
    const id = await stage.api.submit({ ...request, exchange: 'stored', interval: '1h' });
    await stage.audit.untilStatus(id, 'failed');
    expect((await stage.api.report(id)).detail).toBe('there are no 1h candles of A/B on stored');
  });

  it('says which of its candles were corrected since, by the candles that they are made of', async () => {
    const quarters = days.slice(0, 300).flatMap(quartersOf);
    const series = { exchange: 'corrected', symbol: 'A/B', interval: '6h' } as const;
    await stage.store(series, quarters);
    const { id, fingerprint } = await run({ exchange: 'corrected', end_date: '2010-09-30' });
    expect(fingerprint!.candles).toMatchObject({ interval: '6h', end: '2010-09-30T00:00:00Z' });
    const from = (day: string) => quarters.filter(({ openTime }) => openTime.toISOString().startsWith(day));
    const changed = [...from('2010-05-05').slice(1, 3), from('2010-09-30')[3], from('2010-10-01')[0]];
    await stage.store(
      series,
      changed.map((candle) => ({ ...candle, volume: '12.5' })),
    );
    expect((await stage.api.report(id)).candles_corrected_since).toMatchObject({
      count: 2,
      start: '2010-05-05T00:00:00Z',
      end: '2010-09-30T00:00:00Z',
    });
  });

  it('counts a corrected candle of a rolled-up series once, whether it is rolled up again or not', async () => {
    const [range, name] = [days.slice(0, 300), { exchange: 'rolled', symbol: 'A/B' }];
    const quarters = range.flatMap(quartersOf);
    await stage.store({ ...name, interval: '6h' }, quarters);
    await stage.store({ ...name, interval: '1d' }, range);
    await stage.query(
      `insert into roll_ups (series_id, source_series_id, source_version, rolled_at, calendar)
       select long.id, short.id, short.version, now(), long.calendar from series long join series short
         on long.exchange = 'rolled' and short.exchange = 'rolled' and long.interval = '1d' and short.interval = '6h'`,
    );
    const { id, fingerprint } = await run({ exchange: 'rolled', end_date: '2010-09-30' });
    expect(fingerprint!.candles).toMatchObject({ interval: '1d' });
    const corrected = async () => (await stage.api.report(id)).candles_corrected_since;
    const day = { start: '2010-05-05T00:00:00Z', end: '2010-05-05T00:00:00Z' };
    const isOfDay = ({ openTime }: { openTime: Date }) => openTime.toISOString().startsWith('2010-05-05');
    const changed = quarters
      .filter(isOfDay)
      .slice(1)
      .map((candle) => ({ ...candle, volume: '12.5' }));
    await stage.store({ ...name, interval: '6h' }, changed);
    expect(await corrected()).toMatchObject({ count: 1, ...day });
    const rolled = range.filter(isOfDay).map((candle) => ({ ...candle, volume: '37.5' }));
    await stage.store({ ...name, interval: '1d' }, rolled);
    expect(await corrected()).toMatchObject({ count: 1, ...day });
  });

  it('can be searched for parameters, too', async () => {
    const { text } = await stage.api.request('POST', '/sweep', {
      ...request,
      parameters: undefined,
      exchange: 'shorter',
      param_grid: { fast: [5, 10], slow: [20, 30] },
    });
    const { id } = JSON.parse(text) as { id: number };
    const sweep = await eventually(
      'the sweep ends',
      () => stage.api.request('GET', `/sweep/${id}`),
      (answer) => /"status":"(completed|failed)"/.test(answer.text),
    );
    expect(sweep.text).toContain('"status":"completed"');
    expect(sweep.text).toContain('aggregated from 6h candles');
  });
});
