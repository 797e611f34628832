import { ExportSlots } from './exports.module';

describe('export slots', () => {
  it('let three pieces be read at once, the others in their order, and none wait for one that failed', async () => {
    const exports = new ExportSlots();
    const begun: number[] = [];
    let finish: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (finish = resolve));
    const pieces = Array.from({ length: 5 }, (_, number) =>
      exports.readPiece(async () => {
        begun.push(number);
        await end;
        if (number === 0) throw new Error('broken');
        return number;
      }),
    );
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    finish();
    const read = await Promise.allSettled(pieces);
    expect(read.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')]);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });
});
