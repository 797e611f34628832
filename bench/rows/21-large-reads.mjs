import { measureCandles } from './large-reads/candles.mjs';
import { measureRuns } from './large-reads/runs.mjs';
import { runBacktest } from './large-reads/stored-backtest.mjs';
import { measureTrades } from './large-reads/trades.mjs';

export const title = 'Large reads: a backtest of 100,000 trades, lists of 100,000 runs, 20,000,000 candles';

export async function* measure(stage) {
  yield* measureResults(stage);
  yield* measureCandles(stage);
}

async function* measureResults(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const api = await stage.startApi({ databaseUrl });
  const bare = await stage.startPeer('bare-reads-server.mjs', { DATABASE_URL: databaseUrl });
  const servers = { api, bare, client, token: stage.token };
  try {
    const id = await runBacktest(stage, { api, client, databaseUrl });
    yield* measureTrades(servers, id);
    yield* measureRuns(stage, servers, id);
  } finally {
    await Promise.all([api, bare].map((server) => server.stop()));
  }
}
