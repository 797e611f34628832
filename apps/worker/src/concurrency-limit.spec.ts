import { ConcurrencyLimit } from './concurrency-limit';

describe('a concurrency limit', () => {
  it('lets so many run at a time, in order, also when one fails', async () => {
    const limit = new ConcurrencyLimit(2);
    const ends: ((error?: Error) => void)[] = [];
    const begun: number[] = [];
    const work = (number: number) =>
      limit.take(() => {
        begun.push(number);
        return new Promise<number>((resolve, reject) =>
          ends.push((error) => (error ? reject(error) : resolve(number))),
        );
      });
    const [first, second, third, fourth] = [1, 2, 3, 4].map(work);
    expect(begun).toEqual([1, 2]);

    ends[1](new Error('no luck'));
    await expect(second).rejects.toThrow('no luck');
    expect(begun).toEqual([1, 2, 3]);
    ends[0]();
    expect(await first).toBe(1);
    expect(begun).toEqual([1, 2, 3, 4]);
    ends[2]();
    ends[3]();
    expect(await Promise.all([third, fourth])).toEqual([3, 4]);
  });
});
