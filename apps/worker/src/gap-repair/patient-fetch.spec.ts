import { SourceFailure } from '#sources/source-failure';
import { fetchPatiently } from './patient-fetch';

const never = new AbortController().signal;

/** Fails with these, one after the other, then answers. */
function failing(...failures: Error[]) {
  let asked = 0;
  const fetch = () => {
    const failure = failures.at(asked++);
    return failure ? Promise.reject(failure) : Promise.resolve('candles');
  };
  return { fetch, asked: () => asked };
}

describe('asking patiently', () => {
  it('asks again after what can pass', async () => {
    const source = failing(
      new SourceFailure('rate limited', 'slow down'),
      new SourceFailure('unreachable', 'gone'),
    );
    await expect(fetchPatiently(source.fetch, never, [0, 0])).resolves.toBe('candles');
    expect(source.asked()).toBe(3);
  });

  it('tells the last failure when its patience is at an end', async () => {
    const source = failing(...[1, 2, 3].map((number) => new SourceFailure('unreachable', `try ${number}`)));
    await expect(fetchPatiently(source.fetch, never, [0, 0])).rejects.toThrow('try 3');
  });

  it('does not ask again what cannot be answered', async () => {
    const source = failing(new SourceFailure('unsupported', 'no such symbol'));
    await expect(fetchPatiently(source.fetch, never, [0, 0])).rejects.toThrow('no such symbol');
    expect(source.asked()).toBe(1);
  });

  it('ends when it is told to', async () => {
    const source = failing(new SourceFailure('unreachable', 'gone'));
    const leaving = new AbortController();
    const asking = fetchPatiently(source.fetch, leaving.signal, [60_000]);
    leaving.abort();
    await expect(asking).rejects.toThrow('abort');
  });
});
