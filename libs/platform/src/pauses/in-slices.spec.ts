import { inSlices, mapInSlices } from './in-slices';

describe('inSlices', () => {
  it('lets the event loop do other work between the steps', async () => {
    const otherWork = new AbortController();
    setImmediate(() => otherWork.abort());
    const steps = (function* () {
      while (!otherWork.signal.aborted) yield;
      return 'done';
    })();
    await expect(inSlices(steps)).resolves.toBe('done');
  });

  it('fails as a step does', async () => {
    const steps = (function* () {
      yield;
      throw new Error('third');
    })();
    await expect(inSlices(steps)).rejects.toThrow('third');
  });
});

describe('mapInSlices', () => {
  it('answers in the order of the items', async () => {
    await expect(mapInSlices([1, 2, 3], (item) => item * 2)).resolves.toEqual([2, 4, 6]);
  });
});
