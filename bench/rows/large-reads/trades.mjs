import { atMostTimes, requireAgreement, within, withinMebibytes } from '../../frame/measurement.mjs';
import { peakDuring } from '../../frame/resident-memory.mjs';
import { interleave, median } from '../../frame/statistics.mjs';
import { timedRead } from '../../frame/timed-read.mjs';
import { BACKTESTS, copyBacktest, requireSameRun } from './stored-backtest.mjs';

const TRADES = 100_000;
const ROUNDS = 9;
/** The order of all trades has to be known before the first line; a download that begins within it seems to begin at once. */
const FIRST_BYTE_MILLISECONDS = 500;
/** What V8 leaves in its young generation between two collections, and the pages that it grew by. Whole, the text and its rows took 203 MiB. */
const MOST_MEBIBYTES = 96;
const PEER = 'bare node:http + pg';

const isoTime = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const SECONDS = 'extract(epoch from exit_time - entry_time)::integer';
const TIMES = `${isoTime('entry_time')} as entry_time, ${isoTime('exit_time')} as exit_time`;
const REST = 'side, quantity, entry_price, exit_price, fees, funding, pnl, return, exit_reason, mae, mfe';

/** The reads of a backtest with 100,000 trades. */
export async function* measureTrades({ api, bare, token, client }, smallId) {
  await requireSameRun(api, token, client, smallId);
  const id = await copyBacktest(client, smallId, TRADES);
  const run = `backtest_trades where backtest_id = ${id}`;
  const page = (sorted) => [
    `select row_number() over (order by position) as number, ${TIMES}, ${SECONDS} as duration_seconds, ${REST}
     from ${run} order by ${sorted} limit 50`,
    `select count(*) from ${run}`,
  ];
  const reads = [
    {
      what: 'report',
      ours: { path: `${BACKTESTS}/${id}/report` },
      peer: {
        path: '/stored',
        body: { text: `select report::text from backtest_reports where backtest_id = ${id}` },
      },
      agree: (ours, peer) =>
        JSON.parse(ours).metrics.total_return === JSON.parse(peer).metrics.totalReturn &&
        JSON.parse(ours).bars === JSON.parse(peer).bars,
      // Four statements instead of one: the record, the report, its corrections and its job.
      goal: atMostTimes(5),
    },
    {
      what: 'first page of 50 trades with its total',
      ours: { path: `${BACKTESTS}/${id}/trades?size=50` },
      // The order of entries is that of the positions, where a run holds one position at a time.
      peer: { path: '/rows', body: { statements: page('position') } },
      agree: samePage,
      goal: atMostTimes(1),
    },
    {
      what: 'page of 50 trades sorted by P&L with its total',
      ours: { path: `${BACKTESTS}/${id}/trades?size=50&sort=pnl&order=desc` },
      peer: { path: '/rows', body: { statements: page('pnl::numeric desc, position') } },
      agree: samePage,
      goal: atMostTimes(1.5),
    },
  ];
  for (const read of reads) {
    const { ours } = await compare(read, { api, bare, token });
    yield { what: `${read.what}, whole time`, ...ours.whole, peerName: PEER, goal: read.goal };
  }
  yield* await measureCsv({ api, bare, token }, id, run);
}

async function measureCsv(servers, id, run) {
  const head =
    'entry_time,exit_time,side,quantity,entry_price,exit_price,fees,funding,pnl,return,exit_reason,mae,mfe,number,duration_seconds';
  const text = `select ${TIMES}, ${REST}, position + 1, ${SECONDS} from ${run} order by position`;
  const read = {
    what: 'CSV',
    ours: { path: `${BACKTESTS}/${id}/trades`, accept: 'text/csv' },
    peer: { path: '/lines', body: { head: `${head}\r\n`, text } },
    agree: (ours, peer) => ours === peer,
  };
  const { ours, peaks } = await compare(read, servers);
  const what = `CSV of ${TRADES} trades`;
  return [
    { what: `${what}, first byte`, ...ours.firstByte, peerName: PEER, goal: within(FIRST_BYTE_MILLISECONDS) },
    { what: `${what}, whole time`, ...ours.whole, peerName: PEER, goal: atMostTimes(3) },
    {
      what: `${what}, peak memory above idle`,
      ...peaks,
      peerName: PEER,
      ...withinMebibytes(MOST_MEBIBYTES),
    },
  ];
}

/** Medians of first byte and whole time of both, and the peaks of their memory. */
async function compare({ what, ours, peer, agree }, { api, bare, token }) {
  const send = {
    ours: () => timedRead(api.port, { ...ours, token }),
    peer: () => timedRead(bare.port, { ...peer, method: 'POST' }),
  };
  const [answer, limit] = [await send.ours(), await send.peer()];
  requireAgreement(
    agree(answer.text, limit.text),
    `${what}: ${answer.text.slice(0, 300)}, the peer ${limit.text.slice(0, 300)}`,
  );
  const peaks = { ours: [], peer: [] };
  const turn =
    (side, { pid }) =>
    async () => {
      const samples = [];
      peaks[side].push(await peakDuring(pid, async () => void samples.push(await send[side]())));
      return samples;
    };
  const samples = await interleave({ ours: turn('ours', api), peer: turn('peer', bare) }, { rounds: ROUNDS });
  const of = (figure) => ({
    ours: median(samples.ours.map((sample) => sample[figure])),
    peer: median(samples.peer.map((sample) => sample[figure])),
  });
  return {
    ours: { firstByte: of('firstByte'), whole: of('whole') },
    peaks: { ours: Math.max(...peaks.ours), peer: Math.max(...peaks.peer) },
  };
}

function samePage(ours, peer) {
  const [rows, [{ count }]] = JSON.parse(peer);
  const { items, total } = JSON.parse(ours);
  const sorted = (row) => JSON.stringify(Object.entries(row).sort());
  return total === count && JSON.stringify(items.map(sorted)) === JSON.stringify(rows.map(sorted));
}
