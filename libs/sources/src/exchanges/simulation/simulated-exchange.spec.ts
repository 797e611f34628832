import { describeExchangeSource } from '../exchange-source.contract';
import { SimulatedExchange } from './simulated-exchange';

const NOW = Date.UTC(2026, 5, 15, 12, 34, 30);
const DAY = 86_400_000;
const unaborted = new AbortController().signal;

describeExchangeSource('the simulation', () => {
  let now = NOW;
  const source = new SimulatedExchange({ now: () => now });
  return Promise.resolve({
    source,
    symbol: 'SIM-A/USDT',
    swap: 'SIM-A/USDT:USDT',
    now: () => now,
    passMinute: () => {
      // A watch reads the clock once a second; until then it is served what is there.
      setTimeout(() => {
        now += 60_000;
      }, 200);
      return Promise.resolve();
    },
    stop: () => source.close(),
  });
});

describe('the simulation', () => {
  const at = (now: number, seed?: number) => new SimulatedExchange({ now: () => now, seed });

  it('reports the same history to every process, whenever it is requested', async () => {
    const request = (source: SimulatedExchange) =>
      source.fetchCandles('SIM-B/USDT', '4h', NOW - 10 * DAY, unaborted);

    expect((await request(at(NOW))).slice(0, 59)).toEqual((await request(at(NOW + 300 * DAY))).slice(0, 59));
    expect((await request(at(NOW, 1)))[0]).not.toEqual((await request(at(NOW, 2)))[0]);
  });

  it('moves its price about once a second', async () => {
    let now = NOW;
    const source = new SimulatedExchange({ now: () => now });
    const closes = new Set<string>();
    for (let second = 0; second < 25; second++) {
      const [candle] = await source.fetchCandles('SIM-A/USDT', '1m', NOW - 30_000, unaborted);
      closes.add(candle.close);
      now += 1000;
    }

    expect(closes.size).toBeGreaterThan(20);
  });

  // Crypto's daily returns lie between about 1 and 6 %, nearly uncorrelated, their sizes clustered (Cont 2001, stylized facts).
  it('wanders as a market does: returns of some percent a day that do not predict the next, in quiet and wild times', async () => {
    const source = at(Date.UTC(2026, 0, 1));
    const candles = [
      ...(await source.fetchCandles('SIM-A/USDT', '1h', Date.UTC(2024, 0, 1), unaborted)),
      ...(await source.fetchCandles('SIM-A/USDT', '1h', Date.UTC(2025, 0, 1), unaborted)),
    ];
    const returns = candles.map(({ open, close }) => Math.log(Number(close) / Number(open)));
    const hourly = Math.sqrt(mean(returns.map((value) => value * value)));

    expect(hourly * Math.sqrt(24)).toBeGreaterThan(0.01);
    expect(hourly * Math.sqrt(24)).toBeLessThan(0.06);
    expect(Math.abs(autocorrelation(returns))).toBeLessThan(0.15);
    expect(autocorrelation(returns.map(Math.abs))).toBeGreaterThan(0.15);
  });

  it('answers a hundred days without blocking the event loop', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await at(NOW).fetchCandles('SIM-A/USDT', '1d', NOW - 100 * DAY, unaborted);
    clearInterval(timer);

    expect(ticks).toBeGreaterThan(20);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function autocorrelation(values: readonly number[]): number {
  const centre = mean(values);
  const deviations = values.map((value) => value - centre);
  const lagged = deviations.slice(1).map((value, index) => value * deviations[index]);
  return mean(lagged) / mean(deviations.map((value) => value * value));
}
