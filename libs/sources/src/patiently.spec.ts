import { patiently } from './patiently';
import { SourceFailure, type SourceFailureKind } from './source-failure';

/** Fails in these ways, one after the other, then answers. */
function failing(...kinds: readonly SourceFailureKind[]) {
  const left = [...kinds];
  return jest.fn(() => {
    const kind = left.shift();
    return kind ? Promise.reject(new SourceFailure(kind, kind)) : Promise.resolve('answer');
  });
}

/** Answers that so long is to be waited, one time after the other, then answers. */
function waitingFor(...milliseconds: readonly number[]) {
  const left = [...milliseconds];
  return jest.fn(() => {
    const retryAfterMilliseconds = left.shift();
    if (retryAfterMilliseconds === undefined) return Promise.resolve('answer');
    return Promise.reject(new SourceFailure('rate limited', 'slow down', { retryAfterMilliseconds }));
  });
}

describe('patience with a source', () => {
  const { signal } = new AbortController();

  it.each([
    [1, [4, 8, 16]],
    [0.25, [1, 2, 4]],
    [0, [0, 0, 0]],
  ])('outlasts failures that pass, after %d of pauses whose limits double', async (share, expected) => {
    const request = failing('rate limited', 'unreachable', 'rate limited');
    const pauses: number[] = [];
    const onPause = (_: SourceFailure, milliseconds: number) => pauses.push(milliseconds);
    const random = () => share;
    expect(await patiently(request, { signal, firstPauseMilliseconds: 4, onPause, random })).toBe('answer');
    expect(pauses).toEqual(expected);
  });

  it('waits as long as the source requests, and then as long as it would have anyway', async () => {
    const pauses: number[] = [];
    const onPause = (_: SourceFailure, milliseconds: number) => pauses.push(milliseconds);
    const options = { signal, firstPauseMilliseconds: 4, onPause, random: () => 0.5 };
    expect(await patiently(waitingFor(30, 0), options)).toBe('answer');
    expect(pauses).toEqual([32, 4]);
  });

  it('does not wait for who wants to be left alone for more than five minutes', async () => {
    const request = waitingFor(300_001);
    await expect(patiently(request, { signal })).rejects.toMatchObject({ retryAfterMilliseconds: 300_001 });
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('ends after six tries', async () => {
    const request = failing(...Array<SourceFailureKind>(6).fill('unreachable'));
    await expect(patiently(request, { signal, firstPauseMilliseconds: 1 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(request).toHaveBeenCalledTimes(6);
  });

  it.each(['unsupported', 'malformed'] as const)('is not wasted on what is %s', async (kind) => {
    const request = failing(kind);
    await expect(patiently(request, { signal })).rejects.toMatchObject({ kind });
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('is over with its signal', async () => {
    const stop = new AbortController();
    const request = failing('rate limited', 'rate limited');
    const onPause = () => setImmediate(() => stop.abort());
    await expect(patiently(request, { signal: stop.signal, onPause })).rejects.toMatchObject({
      kind: 'rate limited',
    });
    expect(request).toHaveBeenCalledTimes(2);
  });
});
