import { ExchangeClock } from './exchange-clock';
import { fetchClosed } from './fetch-closed';
import { SimulatedExchange } from './simulation/simulated-exchange';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The exchange's. */
const NOW = Date.UTC(2026, 5, 15, 12, 34, 30);
const OPEN = NOW - 30_000;
const unaborted = new AbortController().signal;

/** The simulation, watched from a machine whose clock is ahead by so much. */
async function openFrom(aheadMilliseconds: number, publishesTime: boolean): Promise<SimulatedExchange> {
  const clock = new ExchangeClock({
    now: () => NOW + aheadMilliseconds,
    ...(publishesTime && { fetchTime: () => Promise.resolve(NOW) }),
  });
  await clock.refresh(unaborted);
  return Object.assign(new SimulatedExchange({ now: () => NOW }), { clock });
}

const minutesFrom = async (source: SimulatedExchange, since: number) =>
  (await fetchClosed(source, 'SIM-A/USDT', '1m', since, unaborted)).map(({ openTime }) => openTime);

describe('fetchClosed', () => {
  it.each([
    ['publishes its time', true],
    ['does not', false],
  ])('drops the forming candle whatever this machine shows, where the exchange %s', async (_, hasTime) => {
    for (const ahead of [-5 * MINUTE, -5_000, 0, 5_000, 5 * MINUTE]) {
      const source = await openFrom(ahead, hasTime);
      expect(await minutesFrom(source, OPEN - 2 * MINUTE)).toEqual([OPEN - 2 * MINUTE, OPEN - MINUTE]);
      expect(await minutesFrom(source, OPEN)).toEqual([]);
    }
  });

  it('drops a candle within two seconds of its end', async () => {
    const clock = new ExchangeClock({ now: () => OPEN + 1_999, isShared: true });
    const source = Object.assign(new SimulatedExchange({ now: () => NOW }), { clock });

    expect(await minutesFrom(source, OPEN - 2 * MINUTE)).toEqual([OPEN - 2 * MINUTE]);
  });

  it('keeps the last candle of a delisted market where the exchange publishes no time', async () => {
    const clock = new ExchangeClock({ now: () => NOW + DAY + 2 * MINUTE });
    const source = Object.assign(new SimulatedExchange({ now: () => NOW }), { clock });

    expect(await minutesFrom(source, OPEN)).toEqual([OPEN]);
  });
});
