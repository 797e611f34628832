import { sign } from 'jsonwebtoken';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRICE_LINES } from '#engine/indicators/price-lines';
import { INDICATORS } from '#engine/indicators/registry';
import { JWT_SECRET } from '../support/api-client';
import { ROOT } from '../support/built-files';
import { readSample } from '../support/sample-candles';
import { sharedStage } from '../support/shared-stage';

/** What bench/peers/ta_lib_spx.py wrote: TA-Lib's or pandas' values on the S&P 500, in bars of four hours. */
interface Fixture {
  readonly runs: readonly {
    readonly indicator: string;
    readonly parameters: Readonly<Record<string, number>>;
    readonly outputs: readonly { readonly values: readonly (readonly [bar: number, value: number])[] }[];
  }[];
}

interface Chart {
  readonly bars_per_candle: number;
  readonly candles: readonly { readonly open_time: string }[];
  readonly indicators: readonly {
    readonly name: string;
    readonly panel: string;
    readonly parameters: Readonly<Record<string, number>>;
    readonly lines: Readonly<Record<string, readonly (number | null)[]>>;
  }[];
}

const FIXTURE = join(ROOT, 'libs/engine/src/indicators/fixtures/spx-indicators.fixture.json');
const FOUR_HOURS = 4 * 3_600_000;
const START = Date.parse('2000-01-01T00:00:00Z');
const SERIES = { exchange: 'binance', symbol: 'CHART/USDT', interval: '4h' };
const SHOWN = 200;
const sample = readSample();

/** The built API, whose threads are files of the build. */
describe('the indicators of a chart', () => {
  let send: (path: string, query: Record<string, string>, body?: string) => Promise<Response>;

  beforeAll(async () => {
    const stage = await sharedStage();
    const [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
    const authorization = `Bearer ${sign({}, JWT_SECRET)}`;
    send = (path, query, body) =>
      fetch(`${url}/api/v1/market-data/${path}?${new URLSearchParams(query).toString()}`, {
        headers: { authorization, ...(body !== undefined && { 'content-type': 'text/csv' }) },
        ...(body !== undefined && { method: 'POST', body }),
      });
    const lines = sample.map(({ open, high, low, close, volume }, bar) =>
      [new Date(START + bar * FOUR_HOURS).toISOString(), open, high, low, close, volume].join(','),
    );
    const text = ['open_time,open,high,low,close,volume', ...lines].join('\n');
    expect((await send('candlesticks/bulk', SERIES, text)).status).toBe(200);
  });

  const chart = async (query: Record<string, string>) => {
    const answer = await send('chart', { ...SERIES, ...query });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Chart;
  };
  const time = (bar: number) => new Date(START + bar * FOUR_HOURS).toISOString();

  it('have the values of TA-Lib, whatever lies before the chart', async () => {
    const { runs } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as Fixture;
    for (let first = 0; first < runs.length; first += 8) {
      const some = runs.slice(first, first + 8);
      const entries = some.map(({ indicator, parameters }) => {
        const names = Object.keys(INDICATORS[indicator].parameters);
        return [indicator, ...names.map((name) => parameters[name])].join(':');
      });
      const { indicators } = await chart({ points: `${SHOWN}`, indicators: entries.join(',') });
      some.forEach(({ indicator, parameters, outputs }, index) => {
        const { name, panel, lines, ...answered } = indicators[index];
        const onPrice = PRICE_LINES[indicator];
        expect([name, answered.parameters]).toEqual([indicator, parameters]);
        expect([panel, Object.keys(lines)]).toEqual(
          onPrice ? ['price', onPrice] : ['own', INDICATORS[indicator].outputs],
        );
        for (const [output, values] of Object.entries(lines)) {
          const expected = outputs[INDICATORS[indicator].outputs.indexOf(output)].values;
          // Where a band or a difference is near 0, what counts is the size of what it is made of.
          const size = Math.max(...expected.map(([, value]) => Math.abs(value))) * 1e-3;
          const shown = expected.filter(([bar]) => bar >= sample.length - SHOWN);
          const worst = shown.map(([bar, value]) => {
            const answer = values[bar - sample.length + SHOWN];
            return answer === null ? Infinity : Math.abs(answer - value) / Math.max(Math.abs(value), size);
          });
          expect([entries[index], output, values.length, shown.length > 0]).toEqual([
            ...[entries[index], output, SHOWN, true],
          ]);
          expect(Math.max(...worst)).toBeLessThan(1e-8);
        }
      });
    }
  });

  it('are null before they are known, and empty where there are no candles', async () => {
    const { indicators } = await chart({ start: time(0), end: time(20), indicators: 'sma:20' });
    // TA-Lib 0.8.2: SMA(20) of the 20th and the 21st close.
    expect(indicators[0].lines.sma).toEqual([
      ...Array.from({ length: 19 }, () => null),
      expect.closeTo(1425.58550415, 6),
      expect.closeTo(1423.28850705, 6),
    ]);
    expect((await chart({ end: '1990-01-01T00:00:00Z', indicators: 'sma' })).indicators[0].lines).toEqual({
      sma: [],
    });
  });

  it('have the same values in every range that holds them, of several bars, too', async () => {
    const end = time(sample.length - 1);
    const of = (bar: number, points: number) =>
      chart({ start: time(bar), end, points: `${points}`, indicators: 'ema:5,rsi,atr,obv,ad' });
    for (const [earlier, later, points, barsPerCandle] of [
      [1_303, 1_551, 500, 8],
      [4_500, 4_800, 1_000, 1],
    ]) {
      const [longer, shorter] = await Promise.all([of(earlier, points), of(later, points)]);
      expect([longer.bars_per_candle, shorter.bars_per_candle]).toEqual([barsPerCandle, barsPerCandle]);
      const from = longer.candles.findIndex(({ open_time }) => open_time === shorter.candles[0].open_time);
      expect(from).toBeGreaterThan(0);
      for (const [index, { lines }] of shorter.indicators.entries()) {
        for (const [name, values] of Object.entries(lines)) {
          const others = longer.indicators[index].lines[name].slice(from);
          const worst = values.map((value, candle) => Math.abs(value! - others[candle]!) / Math.abs(value!));
          expect([name, others.length]).toEqual([name, values.length]);
          expect(Math.max(...worst)).toBeLessThan(1e-9);
        }
      }
    }
  });
});
