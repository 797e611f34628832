import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readSample } from '../support/sample-candles';
import { sharedStage } from '../support/shared-stage';

interface Indicators {
  readonly total: number;
  readonly bars_per_point: number;
  readonly lines: readonly { readonly name: string; readonly panel: string; readonly unit: string | null }[];
  readonly time: readonly string[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  readonly candles_corrected_since: { readonly count: number };
}

describe('the indicators of a backtest', () => {
  let stage: JobStage;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });

  async function complete(request: Partial<typeof SMA_CROSS>): Promise<number> {
    const id = await stage.api.submit({ ...SMA_CROSS, ...request });
    await stage.audit.untilStatus(id, 'completed');
    return id;
  }

  async function indicatorsOf(id: number, query = ''): Promise<Indicators> {
    const { status, text } = await stage.api.request('GET', `/${id}/indicators?${query}`);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as Indicators;
  }

  it('are the averages of sma_cross on every bar, and null before their first', async () => {
    const id = await complete({ parameters: { fast: 20, slow: 50 } });
    const { total, bars_per_point, lines, time, values, candles_corrected_since } = await indicatorsOf(
      id,
      'points=10000',
    );
    expect([total, bars_per_point, time.length]).toEqual([5_105, 1, 5_105]);
    expect(lines).toEqual(
      ['sma(20)', 'sma(50)'].map((name) => ({ name, panel: 'price', unit: 'quote currency' })),
    );
    // TA-Lib 0.8.2: talib.SMA(close, 20)
    expect(values['sma(20)'].slice(18, 20)).toEqual([null, expect.closeTo(1425.5855041500001, 8)]);
    expect(values['sma(50)'].findIndex((value) => value !== null)).toBe(49);
    expect(candles_corrected_since.count).toBe(0);
  });

  it('have their values from the first bar of the range where there are candles before it', async () => {
    const id = await complete({ parameters: { fast: 20, slow: 50 }, start_date: '2000-06-01' });
    const { time, values } = await indicatorsOf(id, 'end=2000-06-02T00:00:00Z');
    expect(time).toEqual(['2000-06-01T00:00:00Z', '2000-06-02T00:00:00Z']);
    const closes = readSample().map(({ openTime, close }) => ({ openTime, close: Number(close) }));
    const last = closes.findIndex(({ openTime }) => openTime.toISOString().startsWith('2000-06-01'));
    const mean = closes.slice(last - 49, last + 1).reduce((sum, { close }) => sum + close, 0) / 50;
    expect(values['sma(50)'][0]).toBeCloseTo(mean, 8);
  });

  it('do not depend on where the range begins where there are candles enough before it', async () => {
    const strategies = [
      // TA-Lib 0.8.2 on all candles up to the day: talib.RSI(close, 14), talib.EMA(close, 26), talib.MACD(close)
      ['rsi_reversion', { 'rsi(14)': 68.22107745640076 }],
      ['ema_cross', { 'ema(26)': 932.1426724736191 }],
      ['macd', { 'macd(12, 26, 9).macd': 13.879746035109747, 'macd(12, 26, 9).signal': 12.475548516699511 }],
    ] as const;
    for (const [strategy_name, expected] of strategies) {
      const id = await complete({ strategy_name, parameters: {}, start_date: '2003-06-02' });
      const { time, values } = await indicatorsOf(id, 'end=2003-06-02T00:00:00Z');
      expect(time).toEqual(['2003-06-02T00:00:00Z']);
      for (const [name, value] of Object.entries(expected)) expect(values[name][0]).toBeCloseTo(value, 6);
      const report = await stage.api.report(id);
      expect(report.warnings.filter((warning) => warning.startsWith('only'))).toEqual([]);
    }
  });

  it('take the last bar of each point where there are more bars than points', async () => {
    const id = await complete({});
    const whole = await indicatorsOf(id, 'points=10000');
    const thin = await indicatorsOf(id, 'points=500&start=2005-01-01T00:00:00Z');
    expect(thin.time.length).toBeLessThanOrEqual(500);
    expect(thin.bars_per_point).toBeGreaterThan(1);
    const [name] = Object.keys(thin.values);
    const length = thin.bars_per_point * 86_400_000;
    thin.time.slice(0, 20).forEach((time, point) => {
      const begin = Date.parse(time);
      expect(begin % length).toBe(0);
      const bars = whole.time.map((each) => Date.parse(each));
      const last = bars.findLastIndex((open) => open < begin + length);
      expect(thin.values[name][point]).toBe(whole.values[name][last]);
    });
  });

  it('are every indicator of rules, and nothing of a strategy without any', async () => {
    const rules = {
      entry_long: { lt: [{ rsi: { period: 14 } }, 30] },
      exit_long: { gt: ['close', { bollinger: { period: 20, output: 'upper' } }] },
    };
    const custom = await indicatorsOf(await complete({ strategy_name: 'custom', parameters: { rules } }));
    expect(custom.lines.map(({ name, panel }) => [name, panel]).sort()).toEqual([
      ['bollinger(20, 2).upper', 'price'],
      ['rsi(14)', 'own'],
    ]);
    const holding = await indicatorsOf(await complete({ strategy_name: 'buy_and_hold', parameters: {} }));
    expect([holding.lines, holding.values]).toEqual([[], {}]);
    expect(holding.time.length).toBeGreaterThan(0);
  });
});
