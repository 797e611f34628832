import { ExchangeClock } from './exchange-clock';

const SECOND = 1_000;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 14);
const unaborted = new AbortController().signal;

/** An exchange whose clock is ahead of this machine's, and the way to it. */
class FarClock {
  now = START;
  ahead = 5 * MINUTE;
  /** Of each request: the wait before it leaves, the way there, the way back. */
  wait = 0;
  there = 100;
  back = 100;
  requests = 0;
  failure: Error | undefined;
  /** Added to the next answers, one after the other. */
  readonly errors: number[] = [];
  readonly clock = new ExchangeClock({
    now: () => this.now,
    fetchTime: (_signal, onSent) => {
      this.requests++;
      this.now += this.wait;
      onSent();
      this.now += this.there;
      const time = this.now + this.ahead + (this.errors.shift() ?? 0);
      this.now += this.back;
      if (this.failure) return Promise.reject(this.failure);
      return Promise.resolve(time);
    },
  });

  get error(): number {
    return this.clock.now() - (this.now + this.ahead);
  }
}

describe('ExchangeClock', () => {
  let far: FarClock;
  beforeEach(() => {
    far = new FarClock();
  });

  // RFC 5905, section 8: the offset is ((T2 - T1) + (T3 - T4)) / 2, its error half of the difference of the two ways.
  it.each([
    { there: 100, back: 100, error: 0 },
    { there: 800, back: 0, error: 400 },
    { there: 0, back: 800, error: -400 },
  ])(
    'compares an answer with the middle of its round trip: $there ms there, $back ms back',
    async ({ there, back, error }) => {
      Object.assign(far, { there, back, wait: 20 * SECOND });
      await far.clock.refresh(unaborted);

      expect(far.clock.basis).toBe('fetched');
      expect(far.error).toBe(error);
      expect(far.clock.offsetMilliseconds).toBe(5 * MINUTE + error);
    },
  );

  it('is unknown before the first answer: by it nothing is over', () => {
    expect(far.clock.isKnown).toBe(false);
    expect(far.clock.knownNow()).toBe(-Infinity);
    expect(far.clock.offsetMilliseconds).toBeUndefined();
    expect(far.clock.isDue).toBe(true);
  });

  it('is due again half a minute later, or after a lost connection, then not more often than every five seconds', async () => {
    await far.clock.refresh(unaborted);
    far.now += 4.9 * SECOND;
    far.clock.expire();
    expect(far.clock.isDue).toBe(false);
    far.now += 0.2 * SECOND;
    expect(far.clock.isDue).toBe(false);
    far.clock.expire();
    expect(far.clock.isDue).toBe(true);
    await far.clock.refresh(unaborted);
    far.now += 29 * SECOND;
    expect(far.clock.isDue).toBe(false);
    far.now += SECOND;
    expect(far.clock.isDue).toBe(true);
  });

  it('is the median of three samples: an odd one changes nothing', async () => {
    far.errors.push(0, -60 * MINUTE, 20);
    await far.clock.refresh(unaborted);

    expect(far.requests).toBe(3);
    expect(far.error).toBe(0);
  });

  it('follows a clock that was set with the next refresh', async () => {
    await far.clock.refresh(unaborted);
    far.ahead = -5 * MINUTE;
    expect(far.error).toBe(10 * MINUTE);
    await far.clock.refresh(unaborted);

    expect(far.error).toBe(0);
  });

  it('follows a clock that drifts by two seconds a minute to less than the grace of a close', async () => {
    const errors: number[] = [];
    for (let second = 0; second < 1_800; second++) {
      far.now += SECOND;
      far.ahead -= (2 * SECOND) / 60;
      if (far.clock.isDue) await far.clock.refresh(unaborted);
      errors.push(Math.abs(far.error));
    }

    expect(Math.max(...errors)).toBeLessThan(1.1 * SECOND);
  });

  it('uses a slow answer as a lower bound, and stays due', async () => {
    far.there = 10 * SECOND;
    far.back = 8 * SECOND;
    await far.clock.refresh(unaborted);

    expect(far.clock.basis).toBe('events');
    expect(far.error).toBe(-8 * SECOND);
    expect(far.clock.isDue).toBe(true);
  });

  it('goes on evenly when the clock of this machine is set', async () => {
    const clock = new ExchangeClock({ fetchTime: () => Promise.resolve(START) });
    await clock.refresh(unaborted);
    const { offsetMilliseconds } = clock;
    const wall = Date.now();
    const set = jest.spyOn(Date, 'now').mockReturnValue(wall + 60 * MINUTE);
    const setOffset = clock.offsetMilliseconds;
    set.mockRestore();

    expect(clock.now() - START).toBeLessThan(10 * MINUTE);
    expect(setOffset! - offsetMilliseconds!).toBeLessThan(-50 * MINUTE);
  });

  it('knows the time by events while none is fetched: by those that came fastest', async () => {
    const latencies = [900, 40, 300, 2_000, 60, 500];
    for (const latency of latencies) {
      far.now += 4 * SECOND;
      far.clock.observe(far.now + far.ahead - latency);
    }
    expect(far.clock.basis).toBe('events');
    expect(far.error).toBe(-60);

    await far.clock.refresh(unaborted);
    far.clock.observe(far.now + far.ahead - 30 * SECOND);
    expect(far.clock.basis).toBe('fetched');
    expect(far.error).toBe(0);
  });

  it('passes a failure on, and goes on with what it knows', async () => {
    await far.clock.refresh(unaborted);
    far.failure = new Error('busy');
    far.now += MINUTE;

    await expect(far.clock.refresh(unaborted)).rejects.toThrow('busy');
    expect(far.clock.isDue).toBe(true);
    expect(far.error).toBe(0);
  });

  it('falls back to this machine where the exchange publishes no time, or answers none for ten minutes', () => {
    const silent = new ExchangeClock({ now: () => START });
    expect(silent.basis).toBe('own');
    expect(silent.knownNow()).toBe(START);
    expect(silent.offsetMilliseconds).toBeUndefined();

    far.now += 10 * MINUTE - 1;
    expect(far.clock.basis).toBe('unknown');
    far.now += 1;
    expect(far.clock.basis).toBe('own');
    expect(far.clock.knownNow()).toBe(far.now);
  });

  it('is this machine of its own where the exchange runs on it', () => {
    const clock = new ExchangeClock({ now: () => START, isShared: true });

    expect([clock.basis, clock.knownNow(), clock.offsetMilliseconds]).toEqual(['shared', START, 0]);
  });
});
