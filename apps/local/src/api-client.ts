import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MILLISECONDS = 15_000;
const RATE_LIMITED = 429;
const MOST_WAITS = 10;

/** Any answer but a 2xx. */
export class ApiAnswerError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Speaks to our own API as any client does; one that is rate limited waits as long as Retry-After says. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    private readonly signal: AbortSignal,
    private readonly say: (line: string) => void = () => undefined,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  post<T>(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<T> {
    return this.send('POST', path, body, headers);
  }

  private async send<T>(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T> {
    for (let waits = 0; ; waits++) {
      const response = await this.request(method, path, body, headers);
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      if (response.status !== RATE_LIMITED || waits === MOST_WAITS) {
        throw new ApiAnswerError(`${method} ${path} answered ${response.status}: ${text}`, response.status);
      }
      const seconds = Math.max(1, Number(response.headers.get('retry-after')) || 0);
      this.say(`  Rate limited: ${method} ${path} is sent again in ${seconds} s`);
      await delay(seconds * 1000, undefined, { signal: this.signal });
    }
  }

  private request(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response> {
    return fetch(this.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
