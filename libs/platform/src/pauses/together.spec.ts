import { setImmediate as nextTurn } from 'node:timers/promises';
import { Activity } from '../tracing/activity';
import { NO_TRACE } from '../tracing/trace-parent';
import { Together } from './together';

/** Work that ends when a test says so, and notes what it was given. */
class Steps {
  readonly given: (readonly number[])[] = [];
  private ends: ((error?: Error) => void)[] = [];

  readonly work = (items: readonly number[]) => {
    this.given.push(items);
    return new Promise<number[]>((resolve, reject) => {
      this.ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 10))));
    });
  };

  async end(error?: Error): Promise<void> {
    this.ends.shift()!(error);
    await nextTurn();
  }
}

const messageOf = (error: unknown) => (error as Error).message;

describe('what many request one by one', () => {
  it('goes at once, then together while one is under way, and everybody gets their own result', async () => {
    const steps = new Steps();
    const together = new Together(steps.work);
    const [first, ...others] = [1, 2, 3].map((item) => together.do(item));
    expect(steps.given).toEqual([[1]]);
    await steps.end();
    expect(await first).toBe(10);
    expect(steps.given).toEqual([[1], [2, 3]]);
    await steps.end();
    expect(await Promise.all(others)).toEqual([20, 30]);
  });

  it('fails together, and what comes afterwards is done', async () => {
    const steps = new Steps();
    const together = new Together(steps.work, { atOnce: 2 });
    const done = [1, 2, 3, 4].map((item) => together.do(item).catch(messageOf));
    expect(steps.given).toEqual([[1], [2]]);
    await steps.end(new Error('lost'));
    expect(await done[0]).toBe('lost');
    await steps.end();
    expect(await done[1]).toBe(20);
    expect(steps.given).toEqual([[1], [2], [3, 4]]);
    await steps.end(new Error('lost'));
    expect(await Promise.all(done.slice(2))).toEqual(['lost', 'lost']);
  });

  it('is tried one by one where the failure may be that of one alone', async () => {
    const given: (readonly number[])[] = [];
    const work = async (items: readonly number[]) => {
      given.push(items);
      await Promise.resolve();
      if (items.includes(3)) throw new RangeError('3 is refused');
      return items;
    };
    const together = new Together(work, { most: 3, isOfOne: (error) => error instanceof RangeError });
    const done = [1, 2, 3, 4, 5].map((item) => together.do(item).catch(messageOf));
    expect(await Promise.all(done)).toEqual([1, 2, '3 is refused', 4, 5]);
    expect(given).toEqual([[1], [2, 3, 4], [2], [3], [4], [5]]);
  });

  it('is part of what the first of them came from', async () => {
    const seen: unknown[] = [];
    const together = new Together(async (items: readonly string[]) => {
      await Promise.resolve();
      seen.push(Activity.current?.logFields.request_id);
      return items;
    });
    const requestOf = (requestId: string) => Activity.begin({ requestId, ...NO_TRACE }, () => undefined);
    await Promise.all(['one', 'other', 'third'].map((id) => requestOf(id).run(() => together.do(id))));
    expect(seen).toEqual(['one', 'other']);
  });
});
