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

describe('patience with a source', () => {
  const { signal } = new AbortController();

  it('outlasts failures that pass, with pauses that double', async () => {
    const ask = failing('rate limited', 'unreachable', 'rate limited');
    const pauses: number[] = [];
    const onPause = (_: SourceFailure, milliseconds: number) => pauses.push(milliseconds);
    expect(await patiently(ask, { signal, firstPauseMilliseconds: 1, onPause })).toBe('answer');
    expect(pauses).toEqual([1, 2, 4]);
  });

  it('ends after six tries', async () => {
    const ask = failing(...Array<SourceFailureKind>(6).fill('unreachable'));
    await expect(patiently(ask, { signal, firstPauseMilliseconds: 1 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(ask).toHaveBeenCalledTimes(6);
  });

  it.each(['unsupported', 'malformed'] as const)('is not wasted on what is %s', async (kind) => {
    const ask = failing(kind);
    await expect(patiently(ask, { signal })).rejects.toMatchObject({ kind });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is over with its signal', async () => {
    const leaving = new AbortController();
    const ask = failing('rate limited', 'rate limited');
    const onPause = () => setImmediate(() => leaving.abort());
    await expect(patiently(ask, { signal: leaving.signal, onPause })).rejects.toMatchObject({
      kind: 'rate limited',
    });
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
