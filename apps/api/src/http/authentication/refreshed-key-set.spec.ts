import { generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { RefreshedKeySet } from './refreshed-key-set';

const INTERVAL_MILLISECONDS = 300_000;

const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const keySetOf = (...keyIds: string[]) => JSON.stringify({ keys: keyIds.map((kid) => ({ ...jwk, kid })) });

/** A source whose answers are given by hand, and the lines that were logged. */
function setUp() {
  const pending: { resolve: (text: string) => void; reject: (error: Error) => void; signal: AbortSignal }[] =
    [];
  const logged: string[] = [];
  const read = jest.fn(
    (signal: AbortSignal) =>
      new Promise<string>((resolve, reject) => pending.push({ resolve, reject, signal })),
  );
  const logger = pino({ base: null }, { write: (line: string) => void logged.push(line) });
  const keySet = new RefreshedKeySet(
    { name: 'issuer', intervalMilliseconds: INTERVAL_MILLISECONDS, read },
    logger,
  );
  const has = async (keyId: string) => (await keySet.find({ algorithm: 'ES256', keyId })) !== undefined;
  const answer = async (text: string) => {
    pending.shift()!.resolve(text);
    await settled(keySet);
  };
  const fail = async (message: string) => {
    pending.shift()!.reject(new Error(message));
    await settled(keySet);
  };
  return { keySet, read, has, answer, fail, pending, logged };
}

/** Importing a key is work of the event loop, not of the clock. */
async function settled(keySet: RefreshedKeySet): Promise<void> {
  while (Reflect.get(keySet, 'reading')) await new Promise((resolve) => setImmediate(resolve));
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('RefreshedKeySet', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  async function startedWith(...keyIds: string[]) {
    const given = setUp();
    given.keySet.start();
    await pass(0);
    await given.answer(keySetOf(...keyIds));
    return given;
  }

  it('lets requests that come before the first keys wait for them', async () => {
    const { keySet, has, answer, read } = setUp();
    keySet.start();
    const found = has('a');
    await pass(0);
    await answer(keySetOf('a'));
    await expect(found).resolves.toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('has no keys until the first usable set, polls for it every 30 s, and has keys from then on', async () => {
    const { keySet, answer, fail, read } = setUp();
    keySet.start();
    await pass(0);
    await fail('away');
    expect(keySet.hadKeys).toBe(false);
    await pass(1_000);
    await answer('{"keys":[]}');
    expect([keySet.hadKeys, read.mock.calls.length]).toEqual([false, 2]);
    await pass(30_000);
    await answer(keySetOf('a'));
    expect([keySet.hadKeys, read.mock.calls.length]).toEqual([true, 3]);
    await pass(INTERVAL_MILLISECONDS);
    await answer('{"keys":[]}');
    expect(keySet.hadKeys).toBe(true);
    keySet.close();
  });

  it('finds a known key without reading', async () => {
    const { has, read } = await startedWith('a');
    await expect(has('a')).resolves.toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads once for all requests with unknown keys', async () => {
    const { has, answer, read } = await startedWith('a');
    await pass(1_000);
    const found = Promise.all(Array.from({ length: 500 }, (_, index) => has(`unknown-${index}`)));
    const rotated = has('b');
    await pass(0);
    await answer(keySetOf('a', 'b'));
    await expect(rotated).resolves.toBe(true);
    expect(new Set(await found)).toEqual(new Set([false]));
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads at most once a second; a request in between waits for the next read', async () => {
    const { has, answer, read } = await startedWith('a');
    await pass(400);
    const found = has('b');
    await pass(599);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(read).toHaveBeenCalledTimes(2);
    await answer(keySetOf('b'));
    await expect(found).resolves.toBe(true);
  });

  it('refuses at once what comes after a thousand that wait', async () => {
    const { has, answer } = await startedWith('a');
    const waiting = Array.from({ length: 1_000 }, (_, index) => has(`unknown-${index}`));
    await expect(has('one too many')).resolves.toBe(false);
    await expect(has('a')).resolves.toBe(true);
    await pass(1_000);
    await answer(keySetOf('a'));
    await expect(Promise.all(waiting)).resolves.toHaveLength(1_000);
  });

  it('drops a withdrawn key within five minutes, unasked', async () => {
    const { has, answer, read } = await startedWith('a', 'b');
    await pass(INTERVAL_MILLISECONDS - 1);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(1);
    await answer(keySetOf('b'));
    await expect(has('b')).resolves.toBe(true);
    const withdrawn = has('a');
    await pass(1_000);
    await answer(keySetOf('b'));
    await expect(withdrawn).resolves.toBe(false);
  });

  it('keeps the last good keys, and retries a failing source after 1, 2, 4, 8, 16, 30 and 30 seconds', async () => {
    const { has, fail, answer, read } = await startedWith('a');
    await pass(INTERVAL_MILLISECONDS);
    await fail('down');
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      await expect(has('a')).resolves.toBe(true);
      const readings = read.mock.calls.length;
      await pass(seconds * 1_000 - 1);
      expect(read).toHaveBeenCalledTimes(readings);
      await pass(1);
      expect(read).toHaveBeenCalledTimes(readings + 1);
      await fail('down');
    }
    await pass(30_000);
    await answer(keySetOf('b'));
    await expect(has('b')).resolves.toBe(true);
  });

  it('refuses unknown keys at once during a long back-off, without a reading', async () => {
    const { has, fail, read } = await startedWith('a');
    await pass(INTERVAL_MILLISECONDS);
    await fail('down');
    await pass(1_000);
    await fail('down');
    await expect(has('unknown')).resolves.toBe(false);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it.each(['', '<html>not now</html>', '{"error":"x"}'])(
    'keeps the last good keys when sent %j',
    async (text) => {
      const { has, answer } = await startedWith('a');
      await pass(INTERVAL_MILLISECONDS);
      await answer(text);
      await expect(has('a')).resolves.toBe(true);
    },
  );

  it('logs an outage once, its end once, and an unchanged set never again', async () => {
    const { fail, answer, logged } = await startedWith('a');
    await pass(INTERVAL_MILLISECONDS);
    await fail('down');
    await pass(1_000);
    await fail('down');
    await pass(2_000);
    await answer(keySetOf('a'));
    await pass(INTERVAL_MILLISECONDS);
    await answer(keySetOf('a'));
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Token keys were read',
      'Token keys cannot be read; the last ones stay',
      'Token keys can be read again',
    ]);
  });

  it('names the keys that it ignores in the log', async () => {
    const { keySet, answer, logged } = setUp();
    keySet.start();
    await pass(0);
    await answer(JSON.stringify({ keys: [{ kty: 'oct', k: 'AAAA', kid: 'shared' }] }));
    expect(logged.join()).toContain('"keyId":"shared"');
    expect(logged.join()).toContain('holds no usable key');
    expect(logged.join()).not.toContain('AAAA');
  });

  it('lets nobody wait and reads nothing once closed', async () => {
    const { keySet, has, read, pending } = await startedWith('a');
    await pass(1_000);
    const waiting = has('b');
    await pass(0);
    keySet.close();
    expect(pending[0].signal.aborted).toBe(true);
    await expect(waiting).resolves.toBe(false);
    pending[0].reject(new Error('aborted'));
    await expect(has('c')).resolves.toBe(false);
    await pass(INTERVAL_MILLISECONDS);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
