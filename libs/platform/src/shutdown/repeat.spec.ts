import { Activity } from '../tracing/activity';
import { NO_TRACE } from '../tracing/trace-parent';
import { repeat } from './repeat';

const PAUSE_MILLISECONDS = 1_000;

describe('repeat', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is part of no activity, also where one begins it', async () => {
    // Fake timers have no context of their own.
    jest.useRealTimers();
    const request = Activity.begin({ requestId: 'r-1', ...NO_TRACE }, () => undefined);
    const found = await new Promise<unknown[]>((resolve) => {
      const activities: unknown[] = [];
      const work = () => {
        if (activities.push(Activity.current) === 2) {
          void repetition.stop();
          resolve(activities);
        }
        return Promise.resolve();
      };
      const repetition = request.run(() => repeat(work, 1, fail));
    });
    expect(found).toEqual([undefined, undefined]);
  });

  it('begins after a pause, and pauses again after the work has finished', async () => {
    const ends: (() => void)[] = [];
    const work = jest.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    const repetition = repeat(work, PAUSE_MILLISECONDS, fail);
    expect(work).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10 * PAUSE_MILLISECONDS);
    expect(work).toHaveBeenCalledTimes(1);
    ends[0]();
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS);
    expect(work).toHaveBeenCalledTimes(2);
    ends[1]();
    await repetition.stop();
  });

  it('begins sooner on request, and pauses as ever after that', async () => {
    const work = jest.fn(() => Promise.resolve());
    const repetition = repeat(work, PAUSE_MILLISECONDS, fail, 0);
    await jest.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS - 1);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    await repetition.stop();
  });

  it('reports an error and goes on', async () => {
    const errors: unknown[] = [];
    const work = jest.fn(() => Promise.reject(new Error('once more')));
    const repetition = repeat(work, PAUSE_MILLISECONDS, (error) => errors.push(error));
    await jest.advanceTimersByTimeAsync(3 * PAUSE_MILLISECONDS);
    expect(errors).toHaveLength(3);
    await repetition.stop();
  });

  it('stops for good, after the work under way', async () => {
    let end: () => void = fail;
    const work = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const repetition = repeat(work, PAUSE_MILLISECONDS, fail);
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS);
    let stopped = false;
    const stopping = repetition.stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(PAUSE_MILLISECONDS);
    expect(stopped).toBe(false);
    end();
    await stopping;
    await jest.advanceTimersByTimeAsync(10 * PAUSE_MILLISECONDS);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('never begins when it is stopped in its first pause', async () => {
    const work = jest.fn(() => Promise.resolve());
    await repeat(work, PAUSE_MILLISECONDS, fail).stop();
    await jest.advanceTimersByTimeAsync(10 * PAUSE_MILLISECONDS);
    expect(work).not.toHaveBeenCalled();
  });
});

function fail(): never {
  throw new Error('This was not to happen');
}
