import { ExportSlots } from './exports.module';
import { LargeReads } from './large-reads';

describe('large reads', () => {
  it('run three at once, the others in their order, and no more than forty wait', async () => {
    const reads = new LargeReads();
    const begun: number[] = [];
    let finish: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (finish = resolve));
    const read = (number: number) =>
      reads.run(async () => {
        begun.push(number);
        await end;
        return number;
      });
    const running = Array.from({ length: 43 }, (_, number) => read(number));
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    await expect(read(43)).rejects.toMatchObject({
      problem: { status: 503, headers: { 'retry-after': '5' } },
    });
    finish();
    const numbers = Array.from({ length: 43 }, (_, number) => number);
    expect(await Promise.all(running)).toEqual(numbers);
    expect(begun).toEqual(numbers);
    expect(await read(44)).toBe(44);
  });

  it('wait for each other, pieces of answers that are being sent as well, of which none is refused', async () => {
    const reads = new LargeReads();
    const exports = new ExportSlots(reads);
    const ends: (() => void)[] = [];
    const read = () => new Promise<void>((resolve) => ends.push(resolve));
    const running = [reads.run(read), ...Array.from({ length: 50 }, () => exports.readPiece(read))];
    for (let number = 0; number < running.length; number++) {
      await new Promise(setImmediate);
      expect(ends).toHaveLength(Math.min(number + 3, running.length));
      ends[number]();
    }
    await Promise.all(running);
  });

  it('are not blocked by one that fails', async () => {
    const reads = new LargeReads();
    const failing = Array.from({ length: 4 }, () => reads.run(() => Promise.reject(new Error('broken'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => 'rejected'),
    );
    expect(await reads.run(() => Promise.resolve('read'))).toBe('read');
  });
});
