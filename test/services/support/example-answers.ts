import { eventually } from '../../../apps/worker/test/support/within';

type Headers = Readonly<Record<string, string>>;

/** A client of a running service that keeps the newest JSON that each operation answered. */
export class ExampleAnswers {
  readonly byOperation = new Map<string, unknown>();

  constructor(
    private readonly url: string,
    private readonly authorization: string,
  ) {}

  /** `template` is the path as the document has it, where that is not the path without its query. */
  get<T>(path: string, template = pathOf(path)): Promise<T> {
    return this.send('get', path, template);
  }

  post<T>(path: string, body?: object | string, headers: Headers = {}, template = pathOf(path)): Promise<T> {
    return this.send('post', path, template, body, headers);
  }

  put<T>(path: string, body: object | string, template = pathOf(path), headers: Headers = {}): Promise<T> {
    return this.send('put', path, template, body, headers);
  }

  patch<T>(path: string, body: object | string, template = pathOf(path), headers: Headers = {}): Promise<T> {
    return this.send('patch', path, template, body, headers);
  }

  until<T>(path: string, template: string, isWanted: (answer: T) => boolean): Promise<T> {
    return eventually(path, () => this.get<T>(path, template), isWanted);
  }

  async untilFinished(path: string, template: string): Promise<void> {
    const isOver = ({ status }: { status: string }) => status === 'completed' || status === 'failed';
    const { status } = await this.until(path, template, isOver);
    if (status !== 'completed')
      throw new Error(`${path}: ${JSON.stringify(this.byOperation.get(`get ${template} 200`))}`);
  }

  /** Resolves when the service has begun to answer. */
  async openStream(path: string): Promise<AbortController> {
    const stream = new AbortController();
    const { authorization } = this;
    const { status } = await fetch(this.url + path, { headers: { authorization }, signal: stream.signal });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return stream;
  }

  private async send<T>(
    method: string,
    path: string,
    template: string,
    body?: object | string,
    headers: Headers = {},
  ): Promise<T> {
    const response = await fetch(this.url + path, {
      method: method.toUpperCase(),
      headers: {
        authorization: this.authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    const answer = JSON.parse(text) as T;
    this.byOperation.set(`${method} ${template} ${response.status}`, answer);
    return answer;
  }
}

function pathOf(path: string): string {
  return path.split('?')[0];
}
