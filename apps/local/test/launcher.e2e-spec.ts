import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../src/free-port';
import type { MainJobResult, WalkForwardFigures } from '../src/main-job';
import { renderReportTable, renderWalkForwardTable } from '../src/report-table';
import { descendantsOf, LauncherRun, survivors } from './launcher-run';

const ROOT = join(__dirname, '..', '..', '..');
const LAUNCHER = join(ROOT, 'dist', 'apps', 'local', 'src', 'main.js');
const RUNNING = 'Candelabra is running';
const STOP_LIMIT_MILLISECONDS = 10_000;
const START_LIMIT_MILLISECONDS = 60_000;

/** What backtesting.py found on the same candles: the file names the command and the versions. */
const PEER_RUN = JSON.parse(
  readFileSync(
    join(ROOT, 'libs', 'engine', 'src', 'backtest', 'fixtures', 'spx-sma-cross-long-fee-0.fixture.json'),
    'utf8',
  ),
) as { trades: unknown[] };

describe('the launcher of npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-launcher-'));
  const dataDirectory = join(folder, 'data');
  const runs: LauncherRun[] = [];
  let environment: NodeJS.ProcessEnv;
  let apiUrl: string;

  beforeAll(async () => {
    chmodSync(folder, 0o755); // else, as root, the database would be kept elsewhere
    // Of our environment nothing but what Node needs: the test run has databases of its own in it.
    const { PATH, HOME, SystemRoot } = process.env;
    const port = await findFreePort(21_000 + (process.pid % 1_000) * 3);
    const metricsPort = await findFreePort(port + 1);
    apiUrl = `http://127.0.0.1:${port}`;
    environment = {
      PATH,
      HOME,
      SystemRoot,
      DATA_DIR: dataDirectory,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      CANDLE_FEEDS: 'sim:SIM-B/USDT:1m',
    };
  });

  afterAll(async () => {
    for (const run of runs) run.kill('SIGTERM');
    await Promise.all(runs.map((run) => run.exited));
    rmSync(folder, { recursive: true, force: true });
  });

  function start(): LauncherRun {
    const run = new LauncherRun(LAUNCHER, folder, environment);
    runs.push(run);
    return run;
  }

  async function get<T>(run: LauncherRun, path: string): Promise<T> {
    const token = /^TOKEN=(\S+)$/m.exec(run.output)![1];
    const response = await fetch(apiUrl + path, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  }

  let first: LauncherRun;

  it(
    'goes from an empty folder to the numbers of the main job',
    async () => {
      first = start();
      await first.printed(RUNNING);
      expect(first.output).toContain(
        'CANDLE_FEEDS is no variable of this service; did you mean CANDLE_FEED?',
      );
      expect(first.output).toContain('5105 daily candles imported');
      expect(first.output).toContain('Main job completed');
      const addresses = first.output.split('\n').filter((line) => line.includes(apiUrl));
      expect(addresses[0]).toMatch(/^ {2}Console {3}http:\S+\/#token=[\w.-]+$/);

      const [backtest] = (await get<{ items: { id: number }[] }>(first, '/api/v1/backtesting')).items;
      const report = await get<MainJobResult>(first, `/api/v1/backtesting/${backtest.id}/report`);
      const table = renderReportTable([
        { title: 'sma_cross', metrics: report.metrics },
        { title: 'buy and hold', metrics: report.benchmark },
      ]);
      expect(first.output).toContain(table);
      expect(report.metrics.trades).toBe(PEER_RUN.trades.length);

      const { items } = await get<{ items: { summary: WalkForwardFigures }[] }>(
        first,
        '/api/v1/backtesting/walk-forward',
      );
      expect(items).toHaveLength(1);
      expect(first.output).toContain(renderWalkForwardTable(items[0].summary));
    },
    START_LIMIT_MILLISECONDS,
  );

  it("prints the regime, the sentiment and the features of the sample's end", async () => {
    expect(first.output).not.toContain('FAILED');
    const series = 'symbol=SPX&exchange=us&interval=1d';
    const { regime, confidence } = await get<{ regime: string; confidence: number }>(
      first,
      `/api/v1/analysis/regime?${series}`,
    );
    expect(first.output).toContain(`Regime      ${regime}, confidence ${confidence.toFixed(4)}`);
    expect(first.output).toContain('Sentiment   ');
    const { as_of, features } = await get<{ as_of: string; features: Record<string, number | null> }>(
      first,
      `/api/v1/features?${series}`,
    );
    expect(as_of).toBe('2020-04-17T00:00:00Z');
    expect(first.output).toContain(`rsi_14 ${features.rsi_14!.toPrecision(4)}`);
  });

  it('sends two fills, and shows their round trip with its profit', () => {
    // The closes of the sample's file, 10 * (2874.560059 - 2237.399902), less two fees of 1.
    expect(first.output).toContain('bought 2020-03-23 at 2237.399902, sold 2020-04-17 at 2874.560059');
    expect(first.output).toContain('Net P&L 6369.60157 USD after 2 of fees, 28.47 %');
  });

  it('shows the first event, of the sample or of the simulated exchange, and how to follow them', () => {
    expect(first.output).toMatch(
      /First event, of (?:us\/SPX\/1d|sim\/.+):\n {2}candelabra\.candles?\.\w+ {2}\{"/,
    );
    expect(first.output).toContain(`${apiUrl}/api/v1/events`);
  });

  it('shows a live candle of the simulated exchange, which goes on while it runs', async () => {
    expect(first.output).toContain('Live candle of SIM-A/USDT, simulated');
    expect(first.output).toContain('/api/v1/streams/ohlcv?exchange=sim&symbol=SIM-A%2FUSDT');
    const newest = async () => {
      const path = '/api/v1/market-data/candlesticks?exchange=sim&symbol=SIM-A/USDT&interval=1m&size=1';
      return JSON.stringify((await get<{ items: object[] }>(first, path)).items);
    };
    const before = await newest();
    const deadline = performance.now() + 40_000;
    while ((await newest()) === before && performance.now() < deadline) await delay(100);
    expect(await newest()).not.toBe(before);
  });

  it('has equities to ingest without a network', async () => {
    const token = /^TOKEN=(\S+)$/m.exec(first.output)![1];
    const response = await fetch(`${apiUrl}/api/v1/equities/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ start_date: '2000-01-03', end_date: '2020-04-17' }),
    });
    expect(response.status).toBe(202);
    const { job_id, symbols } = (await response.json()) as { job_id: number; symbols: string[] };
    expect(symbols).toEqual(['SPX']);
    const read = () => get<{ status: string; error: unknown }>(first, `/api/v1/equities/ingest/${job_id}`);
    const deadline = performance.now() + 60_000;
    while (/pending|running/.test((await read()).status) && performance.now() < deadline) await delay(50);
    expect(await read()).toMatchObject({ status: 'completed', error: null });
  });

  it('keeps its secrets from other users', () => {
    for (const file of [join(dataDirectory, 'jwt-secret'), passwordFile(dataDirectory)]) {
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  it('says where it runs when it is started a second time, and leaves the first alone', async () => {
    const second = start();
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(second.output).toContain('already runs');
    expect(second.output).toContain(apiUrl);
    expect(second.output).toContain(String(first.pid));
    expect((await fetch(`${apiUrl}/ready`)).status).toBe(200);
  });

  it(
    'takes over the database of a launcher that was killed, whose API and worker stop by themselves',
    async () => {
      const postmaster = postmasterPid(dataDirectory);
      const postgres = [postmaster, ...descendantsOf(postmaster)];
      const others = descendantsOf(first.pid).filter((pid) => !postgres.includes(pid));
      expect(others.length).toBeGreaterThanOrEqual(2); // API and worker

      first.kill('SIGKILL');
      await first.exited;
      const next = start();
      await next.printed(RUNNING);
      expect(next.output).toContain('taken over from a launcher that was killed');
      expect(postmasterPid(dataDirectory)).toBe(postmaster);
      expect(await survivors(others, STOP_LIMIT_MILLISECONDS)).toEqual([]);

      expect(next.output).toContain('5105 daily candles already here');
      const { total } = await get<{ total: number }>(next, '/api/v1/backtesting');
      expect(total).toBe(1); // the main job of the first start
      expect(next.output).toContain('by the first start: the runs are kept.');
    },
    START_LIMIT_MILLISECONDS,
  );

  it(
    'ends everything within ten seconds of SIGTERM',
    async () => {
      const run = runs.at(-1)!;
      const postmaster = postmasterPid(dataDirectory);
      const pids = [...descendantsOf(run.pid), postmaster, ...descendantsOf(postmaster)];
      expect(pids.length).toBeGreaterThanOrEqual(4); // API, worker, and Postgres with at least a checkpointer

      // As clients with pools open one in advance, and send nothing on it.
      const silent = connect(Number(new URL(apiUrl).port), '127.0.0.1').on('error', () => undefined);
      await once(silent, 'connect');
      const signalledAt = performance.now();
      run.kill('SIGTERM');
      expect(await run.exited).toEqual({ code: 0, signal: null });
      silent.destroy();
      const remaining = STOP_LIMIT_MILLISECONDS - (performance.now() - signalledAt);
      expect(await survivors(pids, remaining)).toEqual([]);
      expect(run.output).not.toContain('killed.');
      expect(existsSync(postmasterPidFile(dataDirectory))).toBe(false);
    },
    START_LIMIT_MILLISECONDS,
  );

  it(
    'has lost nothing at the next start',
    async () => {
      const run = start();
      await run.printed(RUNNING);
      expect(run.output).toContain('5105 daily candles already here');
      expect((await get<{ total: number }>(run, '/api/v1/backtesting')).total).toBe(1);
      run.kill('SIGINT');
      expect(await run.exited).toEqual({ code: 0, signal: null });
      expect(readdirSync(dataDirectory).filter((name) => name.startsWith('launcher.lock'))).toHaveLength(1);
    },
    START_LIMIT_MILLISECONDS,
  );
});

function passwordFile(dataDirectory: string): string {
  return join(dataDirectory, 'postgres', 'password');
}

function postmasterPidFile(dataDirectory: string): string {
  return join(dataDirectory, 'postgres', 'data', 'postmaster.pid');
}

function postmasterPid(dataDirectory: string): number {
  return Number.parseInt(readFileSync(postmasterPidFile(dataDirectory), 'utf8'), 10);
}
