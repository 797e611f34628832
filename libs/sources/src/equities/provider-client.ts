import type { IncomingMessage } from 'node:http';
import { ACCEPTED_ENCODINGS, readText } from '../http/read-body';
import { retryAfterOf } from '../http/retry-after';
import { requestSafely } from '../http/safe-request';
import { SourceFailure, type SourceFailureKind, type SourceFailureOptions } from '../source-failure';

const TIMEOUT_MILLISECONDS = 30_000;
/** Twenty years of days take less than two megabytes of any provider. */
const MOST_BYTES = 8 * 1024 * 1024;
const QUOTED_CHARACTERS = 120;

export interface ProviderConnection {
  readonly provider: string;
  /** An address in front of the paths that are requested. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What no message may repeat, not even where the provider itself does. */
  readonly secrets?: readonly string[];
  /** For a request with all of its body. */
  readonly timeoutMilliseconds?: number;
}

export interface ProviderAnswer {
  /** 200, or one that says what is wrong with the request. */
  readonly status: number;
  /** What the JSON says; of a status other than 200 possibly a text. */
  readonly body: unknown;
}

/** Requests JSON from one provider. What has nothing to do with the request itself is a SourceFailure already. */
export class ProviderClient {
  constructor(private readonly connection: ProviderConnection) {}

  async request(
    path: string,
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ProviderAnswer> {
    const address = `${this.connection.endpoint.replace(/\/+$/, '')}${path}?${new URLSearchParams(parameters).toString()}`;
    const { response, text } = await this.fetch(address, signal);
    return this.judge(response, text);
  }

  /** The provider's name is in front of every message. */
  failure(kind: SourceFailureKind, message: string, options?: SourceFailureOptions): SourceFailure {
    return new SourceFailure(kind, `${this.connection.provider}: ${this.withoutSecrets(message)}`, options);
  }

  /** The beginning of what the provider said, for a message. Secrets go first: half of one would not be found any more. */
  quote(said: unknown): string {
    const text = this.withoutSecrets(typeof said === 'string' ? said : JSON.stringify(said));
    const words = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
    return words.length > QUOTED_CHARACTERS ? `${words.slice(0, QUOTED_CHARACTERS)}…` : words;
  }

  private async fetch(
    address: string,
    signal: AbortSignal,
  ): Promise<{ response: IncomingMessage; text: string }> {
    const { headers, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = this.connection;
    const late = AbortSignal.timeout(timeoutMilliseconds);
    const either = AbortSignal.any([signal, late]);
    try {
      signal.throwIfAborted();
      const response = await requestSafely(address, {
        headers: {
          accept: 'application/json',
          'accept-encoding': ACCEPTED_ENCODINGS,
          'user-agent': 'Candelabra',
          ...headers,
        },
        signal: either,
        isAllowed: () => true,
        // They would carry the keys along to whoever they lead to.
        followsRedirects: false,
      });
      return { response, text: await readText(response, MOST_BYTES, either) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceFailure) throw this.failure(error.kind, error.message, { cause: error });
      if (late.aborted) throw this.failure('unreachable', `no answer within ${timeoutMilliseconds / 1000} s`);
      const { code } = error as NodeJS.ErrnoException;
      const message = `the connection failed: ${code ?? (error as Error).message}`;
      throw this.failure('unreachable', message, { cause: error });
    }
  }

  private judge({ statusCode = 0, headers }: IncomingMessage, text: string): ProviderAnswer {
    const quoted = text.trim() === '' ? '' : `: ${this.quote(text)}`;
    const retryAfterMilliseconds = retryAfterOf(headers, Date.now());
    if (statusCode === 429) {
      throw this.failure('rate limited', `it answered 429${quoted}`, { retryAfterMilliseconds });
    }
    if (statusCode >= 500) {
      throw this.failure('unreachable', `it answered ${statusCode}${quoted}`, { retryAfterMilliseconds });
    }
    if (statusCode >= 300 && statusCode < 400) {
      throw this.failure('unreachable', `it answered ${statusCode}, a redirect, which is not followed`);
    }
    try {
      return { status: statusCode, body: JSON.parse(text) as unknown };
    } catch {
      if (statusCode !== 200) return { status: statusCode, body: text };
      throw this.failure('malformed', `what it answered is no JSON${quoted}`);
    }
  }

  private withoutSecrets(message: string): string {
    const { secrets = [] } = this.connection;
    return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message);
  }
}
