import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { KeySetSource } from './key-set-sources';
import { choosePublicKey, parsePublicKeySet, type PublicKey } from './public-keys';
import type { PublicKeyAlgorithm, TokenHeader } from './token-header';

const SPACING_MILLISECONDS = 1_000;
const LONGEST_BACK_OFF_MILLISECONDS = 30_000;
/** Requests that may wait for a reading; beyond that an unknown key is refused at once. */
const MAXIMUM_WAITING = 1_000;

/**
 * The public keys of one source, kept fresh in the background and, when a token names an unknown key, sooner.
 * However many tokens need it, there is one reading at a time and one a second; while the source fails they grow rarer,
 * and the last good keys stay.
 */
export class RefreshedKeySet {
  private keys: readonly PublicKey[] = [];
  private keyGeneration = 0;
  private wasUsable = false;
  private text: string | undefined;
  private succeededAt: number | undefined;
  private failures = 0;
  private lastFailure: string | undefined;
  private earliestReading = 0;
  private timer: NodeJS.Timeout | undefined;
  private wakeWaiting: (() => void)[] = [];
  private reading: AbortController | undefined;
  private isClosed = false;

  constructor(
    private readonly source: KeySetSource,
    private readonly logger: Logger,
  ) {}

  /** Grows whenever the keys become others. */
  get generation(): number {
    return this.keyGeneration;
  }

  /** Whether there was a usable key, ever: what comes after the first good keys is an outage of the source, not of this service. */
  get hadKeys(): boolean {
    return this.wasUsable;
  }

  /** Usable ones. */
  get keyCount(): number {
    return this.keys.length;
  }

  /** When they were last read, in seconds since 1970. */
  get lastSuccess(): number | undefined {
    return this.succeededAt;
  }

  start(): void {
    this.schedule(0);
  }

  close(): void {
    this.isClosed = true;
    this.reading?.abort();
    clearTimeout(this.timer);
    this.wake();
  }

  async find(header: TokenHeader<PublicKeyAlgorithm>): Promise<KeyObject | undefined> {
    const key = choosePublicKey(this.keys, header);
    if (key) return key;
    await this.nextReading();
    return choosePublicKey(this.keys, header);
  }

  /** Resolves after the reading under way or due within a second; at once when none may be made that soon. */
  private async nextReading(): Promise<void> {
    if (this.isClosed || this.wakeWaiting.length >= MAXIMUM_WAITING) return;
    if (!this.reading) {
      const delayMilliseconds = Math.max(0, this.earliestReading - performance.now());
      if (delayMilliseconds > SPACING_MILLISECONDS) return;
      if (this.wakeWaiting.length === 0) this.schedule(delayMilliseconds);
    }
    await new Promise<void>((resolve) => this.wakeWaiting.push(resolve));
  }

  private schedule(delayMilliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), delayMilliseconds).unref();
  }

  private async read(): Promise<void> {
    this.reading = new AbortController();
    this.earliestReading = performance.now() + SPACING_MILLISECONDS;
    let delayMilliseconds = this.source.intervalMilliseconds;
    try {
      await this.replaceKeys(await this.source.read(this.reading.signal));
      this.succeeded();
      if (!this.wasUsable) delayMilliseconds = Math.min(delayMilliseconds, LONGEST_BACK_OFF_MILLISECONDS);
    } catch (error) {
      if (this.isClosed) return;
      this.failed(error as Error);
      delayMilliseconds = Math.min(this.backOffMilliseconds(), delayMilliseconds);
      this.earliestReading = performance.now() + delayMilliseconds;
    } finally {
      this.reading = undefined;
      this.wake();
    }
    if (!this.isClosed) this.schedule(delayMilliseconds);
  }

  /** An unchanged text changes nothing, so that a flood of readings neither imports nor logs again. */
  private async replaceKeys(text: string): Promise<void> {
    if (text === this.text) return;
    const { keys, ignored } = await parsePublicKeySet(text);
    this.keys = keys;
    this.keyGeneration += 1;
    this.wasUsable ||= keys.length > 0;
    this.text = text;
    const { name } = this.source;
    if (ignored.length > 0)
      this.logger.warn({ source: name, ignored }, 'Keys of the JSON Web Key Set are ignored');
    const keyIds = keys.map(({ keyId }) => keyId);
    if (keys.length > 0) this.logger.info({ source: name, keyIds }, 'Token keys were read');
    else this.logger.warn({ source: name }, 'The JSON Web Key Set holds no usable key');
  }

  private succeeded(): void {
    this.succeededAt = Date.now() / 1_000;
    if (this.failures > 0) this.logger.info({ source: this.source.name }, 'Token keys can be read again');
    this.failures = 0;
    this.lastFailure = undefined;
  }

  private failed(error: Error): void {
    this.failures += 1;
    if (error.message === this.lastFailure) return;
    this.lastFailure = error.message;
    const kept = this.keys.length;
    this.logger.warn(
      { source: this.source.name, err: error, kept },
      'Token keys cannot be read; the last ones stay',
    );
  }

  private backOffMilliseconds(): number {
    return Math.min(SPACING_MILLISECONDS * 2 ** (this.failures - 1), LONGEST_BACK_OFF_MILLISECONDS);
  }

  private wake(): void {
    const waiting = this.wakeWaiting;
    this.wakeWaiting = [];
    for (const resolve of waiting) resolve();
  }
}
