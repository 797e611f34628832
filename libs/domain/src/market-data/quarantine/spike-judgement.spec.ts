import { seededRandom } from '#engine/seeded-random';
import { judgeCandles, type SeriesTail, tailWithoutJump } from './spike-judgement';

const MINUTE = 60_000;
const FIRST = Date.UTC(2024, 0, 1);

/** Candles of a series that begins with two known bars: later states of the newest one, next ones, some with a jump. */
function draw(seed: number) {
  const random = seededRandom(seed + 1);
  const start: SeriesTail = {
    state: 'settled',
    version: 7,
    newest: { openTime: FIRST, close: 100 },
    previous: random() < 0.2 ? null : { openTime: FIRST - MINUTE, close: 100.1 },
  };
  let minute = random() < 0.5 ? 0 : 1;
  const candles = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const close = String(random() < 0.1 ? 150 : 99.9 + 0.2 * random());
    const openTime = new Date(FIRST + minute++ * MINUTE);
    return { openTime, open: close, high: close, low: close, close, volume: '1', isClosed: false };
  });
  return { start, candles };
}

const judge = ({ start, candles }: ReturnType<typeof draw>) => {
  // A calm series: any jump is a candidate for a spike.
  const closesBefore = () =>
    Promise.resolve(Array.from({ length: 20 }, (_, index) => 100 + (index % 2) / 10));
  return judgeCandles(start, '1m', candles, { closesBefore, between: new Map() });
};

it('finds the same tail without the history of a series as with it, where no candle jumps', async () => {
  let continued = 0;
  let judged = 0;
  for (let seed = 0; seed < 500; seed++) {
    const drawn = draw(seed);
    const tail = tailWithoutJump(drawn.start, '1m', drawn.candles);
    const judgement = await judge(drawn);
    if (tail === undefined) {
      judged++;
      expect(drawn.candles.map(({ close }) => close)).toContain('150');
    } else {
      continued++;
      expect(judgement).toEqual({ tail, accepted: drawn.candles, spikes: [] });
    }
  }
  expect(continued).toBeGreaterThan(200);
  expect(judged).toBeGreaterThan(30);
});

it('leaves to the history what a suspect waits for', () => {
  const { start, candles } = draw(1);
  const suspect: SeriesTail = { ...start, state: 'suspect', suspect: { candle: candles[0], before: 100 } };
  expect(tailWithoutJump(suspect, '1m', candles)).toBeUndefined();
});
