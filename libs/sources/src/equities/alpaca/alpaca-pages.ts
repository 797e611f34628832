import { recordAt, textAt } from '../json-value';
import { type ProviderAnswer, ProviderClient, type ProviderConnection } from '../provider-client';

/** Ten million bars. */
const MOST_PAGES = 1_000;

/** Lists of Alpaca's, which come in pages. */
export class AlpacaPages {
  readonly client: ProviderClient;

  constructor(connection: ProviderConnection) {
    this.client = new ProviderClient(connection);
  }

  /** Every page, the next one by the token that the one before ends with. */
  async *request(
    path: string,
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): AsyncGenerator<Readonly<Record<string, unknown>>> {
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const withToken = token === undefined ? parameters : { ...parameters, page_token: token };
      const answer = await this.client.request(path, withToken, signal);
      if (answer.status !== 200) throw this.refusal(answer);
      const body = recordAt(answer.body, 'alpaca: the answer');
      yield body;
      if (body.next_page_token === null || body.next_page_token === undefined) return;
      const next = textAt(body.next_page_token, 'alpaca: next_page_token');
      if (next === token) throw this.client.failure('malformed', 'a page names itself as the next one');
      token = next;
    }
    throw this.client.failure('malformed', `more than ${MOST_PAGES} pages`);
  }

  /** Neither keys nor subscriptions nor symbols become better by requesting again. */
  private refusal({ status, body }: ProviderAnswer) {
    const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : body;
    const keys = status === 401 ? 'the keys are refused: ' : '';
    return this.client.failure(
      status === 404 ? 'malformed' : 'unsupported',
      `${keys}it answered ${status}: ${this.client.quote(message)}`,
    );
  }
}
