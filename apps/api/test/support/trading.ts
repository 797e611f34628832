import type request from 'supertest';
import type { RunningApi } from './running-api';

export const JOURNAL = '/api/v1/trade-journal';

/** A buy of 2 at 100; its account is to be given. */
export const FILL = {
  fill_id: '1',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  side: 'buy',
  price: '100',
  quantity: '2',
  time: '2024-01-01T00:00:00Z',
};

/** So many minutes after the time of FILL. */
export const minuteOf = (minute: number) => new Date(Date.parse(FILL.time) + minute * 60_000).toISOString();

let accounts = 0;

export const newAccount = () => `account ${++accounts}`;

export interface TradingUpload {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly errors: {
    readonly line: number;
    readonly errors: readonly { readonly field: string; readonly message: string }[];
  }[];
}

/** Posts a body of fills, or of positions. */
export function postTrading(
  api: RunningApi,
  body: string | Buffer,
  { path = 'fills', ...headers }: Readonly<Record<string, string>> = {},
): request.Test {
  return (
    api
      .post(`${JOURNAL}/${path}`)
      .set({ 'content-type': 'application/json', ...headers })
      // Bytes are sent as they are.
      .serialize((bytes: string) => bytes)
      .send(body)
  );
}

/** Posts them as an array, and expects that the body is dealt with. */
export async function sendTrading(
  api: RunningApi,
  fills: readonly object[],
  path = 'fills',
): Promise<TradingUpload> {
  const answer = await postTrading(api, JSON.stringify(fills), { path });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as TradingUpload;
}

/** A journal entry as it is stored, as far as tests read it. */
export interface StoredEntry {
  readonly id: number;
  readonly side: string;
  readonly entry_price: string;
  readonly exit_price: string | null;
  readonly quantity: string;
  readonly fees: string;
  readonly fees_apart: unknown;
  readonly funding: string | null;
  readonly net_pnl: string | null;
  readonly notes: string | null;
  readonly symbol: string;
}

/** The journal entries of an account, by their entry times. */
export async function entriesOf({ database }: RunningApi, account: string): Promise<StoredEntry[]> {
  const { rows } = await database.query<StoredEntry>(
    'select * from trade_journal_entries where account = $1 order by entry_time, id',
    [account],
  );
  return rows;
}
