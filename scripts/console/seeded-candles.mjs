// Candles for pictures: daily ones whose closes are a random walk, the same for the same seed.
const DAY_MILLISECONDS = 86_400_000;

/** mulberry32: numbers from 0 (inclusive) to 1. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Daily candles with this drift and volatility of a day, and a part of the returns of the market, which has a seed of its own. */
export function seededCandles({ seed, start, count, drift, volatility, market = 0.6 }) {
  const [own, shared] = [randomOf(seed), randomOf(1)];
  const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const lines = ['open_time,open,high,low,close,volume'];
  let close = 100;
  for (let day = 0; day < count; day++) {
    const open = close;
    const move = market * normal(shared) + Math.sqrt(1 - market ** 2) * normal(own);
    close = open * Math.exp(drift + volatility * move);
    const [high, low] = [Math.max(open, close) * 1.002, Math.min(open, close) * 0.998];
    const prices = [open, high, low, close].map((price) => price.toFixed(4));
    lines.push(
      [new Date(Date.parse(start) + day * DAY_MILLISECONDS).toISOString(), ...prices, 1_000].join(','),
    );
  }
  return lines.join('\n');
}
