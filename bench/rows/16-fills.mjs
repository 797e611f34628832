import { atMostTimes, requireAgreement } from '../frame/measurement.mjs';
import { interleave, median } from '../frame/statistics.mjs';

export const title = 'Fills: what the journal costs, and a fill after a long history';

const ACCOUNT = 'bench';
const FILLS = 10_000;
const SYMBOLS = 20;
const HISTORY = { short: 100, long: 100_000 };
const NEW_FILLS = 30;
const ROUNDS = 3;
const START = Date.parse('2024-01-01T00:00:00Z');

export async function* measure(stage) {
  const databaseUrl = await stage.createDatabase();
  const client = await stage.connect(databaseUrl);
  const api = await stage.startApi({ databaseUrl });
  try {
    yield await compareUpload(stage, api, client);
    for (const history of Object.keys(HISTORY)) await sendHistory(stage, api, history);
    const samples = await interleave(
      {
        long: () => addRoundTrips(stage, api, 'long'),
        short: () => addRoundTrips(stage, api, 'short'),
      },
      { rounds: ROUNDS },
    );
    yield {
      what: `POST of one fill after ${HISTORY.long.toLocaleString('en')} of its position, p50`,
      ours: median(samples.long),
      peer: median(samples.short),
      peerName: `after ${HISTORY.short}`,
      goal: atMostTimes(1.5),
    };
    const { rows } = await client.query(
      `select account, count(*)::int as entries from trade_journal_entries where account in ('long', 'short') group by account`,
    );
    for (const { account, entries } of rows) {
      const sent = HISTORY[account] + (ROUNDS + 1) * NEW_FILLS;
      requireAgreement(entries === sent / 2, `${account} has ${entries} entries of ${sent} fills`);
    }
  } finally {
    await api.stop();
  }
}

/** A buy and a sell alternate: each pair is a round trip. */
function fillOf(account, index, symbols) {
  const symbol = `S${index % symbols}/USDT`;
  return {
    fill_id: String(index),
    account,
    exchange: 'bench',
    symbol,
    side: Math.floor(index / symbols) % 2 === 0 ? 'buy' : 'sell',
    price: `${100 + (index % 7)}.25`,
    quantity: '0.5',
    fee: '0.05',
    time: new Date(START + index * 1_000).toISOString(),
  };
}

async function post(stage, api, fills) {
  const response = await fetch(`http://127.0.0.1:${api.port}/api/v1/trade-journal/fills`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/x-ndjson' },
    body: fills.map((fill) => JSON.stringify(fill)).join('\n'),
  });
  const answer = await response.json();
  requireAgreement(
    answer.inserted === fills.length,
    `${response.status}: ${JSON.stringify(answer).slice(0, 200)}`,
  );
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return [performance.now() - startedAt];
}

/** An upload of fills to round trips against the rows alone, which the database writes by itself. */
async function compareUpload(stage, api, client) {
  const fills = Array.from({ length: FILLS }, (_, index) => fillOf(ACCOUNT, index, SYMBOLS));
  await client.query('create table bench_fills (like fills including all)');
  const samples = await interleave(
    {
      ours: async () => {
        await client.query(
          'truncate fills, fill_revisions, positions, round_trip_entries, trade_journal_entries',
        );
        return timed(() => post(stage, api, fills));
      },
      insert: async () => {
        await client.query('truncate bench_fills');
        return timed(() =>
          client.query(
            `insert into bench_fills (position_id, account, exchange, fill_id, side, price, quantity, fee, time)
             select 1, account, exchange, fill_id, side, price, quantity, fee, time
             from jsonb_to_recordset($1::jsonb) as fill (account text, exchange text, fill_id text, side text, price numeric,
               quantity numeric, fee numeric, time timestamptz)`,
            [JSON.stringify(fills)],
          ),
        );
      },
    },
    { rounds: ROUNDS },
  );
  return {
    what: `upload of ${FILLS.toLocaleString('en')} fills, ${FILLS / 2} round trips`,
    ours: median(samples.ours),
    peer: median(samples.insert),
    peerName: 'INSERT of the fills alone',
  };
}

async function sendHistory(stage, api, account) {
  for (let start = 0; start < HISTORY[account]; start += 10_000) {
    const count = Math.min(10_000, HISTORY[account] - start);
    const fills = Array.from({ length: count }, (_, index) => fillOf(account, start + index, 1));
    await post(stage, api, fills);
  }
}

const sent = { ...HISTORY };

/** Milliseconds of each fill. */
async function addRoundTrips(stage, api, account) {
  const samples = [];
  for (let count = 0; count < NEW_FILLS; count++) {
    const fill = fillOf(account, sent[account]++, 1);
    samples.push(...(await timed(() => post(stage, api, [fill]))));
  }
  return samples;
}
