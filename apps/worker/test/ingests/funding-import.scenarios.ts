import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BacktestRequest, Report } from '../support/api-client';
import { builtApp } from '../support/built-files';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';

const EXCHANGE = 'binance';
const SYMBOL = 'BTC/USDT:USDT';
const FIRST_OPEN = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;

/** A day of one price, from the open of its second hour held with 0.2 and without other costs. */
const HOLDING: BacktestRequest = {
  strategy_name: 'buy_and_hold',
  exchange: EXCHANGE,
  symbol: SYMBOL,
  interval: '1h',
  start_date: '2024-01-01',
  end_date: '2024-01-01',
  execution: {
    fees: { maker: '0', taker: '0' },
    slippage_bps: 0,
    sizing: { mode: 'fixed_quantity', value: 0.2 },
  },
};

const CANDLES = [
  'open_time,open,high,low,close,volume',
  ...Array.from({ length: 24 }, (_, hour) => {
    const openTime = new Date(FIRST_OPEN + hour * HOUR).toISOString();
    return `${openTime},40000,40000,40000,40000,1`;
  }),
];

/** The first is settled before anything is held; of the last the mark is not known. */
const FUNDING = [
  'funding_time,funding_rate,mark_price',
  '2024-01-01T00:00:00.004Z,0.0003,40000',
  '2024-01-01T08:00:00.004Z,0.0001,40100',
  '2024-01-01T16:00:00Z,-0.00005,',
];

describe('funding rates from a CSV file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'candelabra-funding-'));
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  async function importFile(command: string, lines: readonly string[], ...further: string[]): Promise<void> {
    const file = join(directory, `${command}.csv`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    const words = [command, file, '--exchange', EXCHANGE, '--symbol', SYMBOL, ...further];
    const env = { PATH: process.env.PATH, DATABASE_URL: stage.databaseUrl };
    await promisify(execFile)(process.execPath, [...builtApp('cli'), ...words], { env });
  }

  async function hold(): Promise<Report> {
    const id = await stage.api.submit(HOLDING);
    await stage.audit.untilStatus(id, 'completed');
    return stage.api.report(id);
  }

  it('become costs of the backtests that hold the perpetual', async () => {
    await importFile('import', CANDLES, '--interval', '1h');
    const before = await hold();
    expect(before).toMatchObject({ metrics: { total_return: 0 }, fingerprint: { funding_sha256: null } });

    await importFile('import-funding', FUNDING);
    const after = await hold();
    // 0.2 × 40,100 × 0.0001 = 0.802 paid at eight, 0.2 × 40,000 × 0.00005 = 0.4 received at sixteen: 0.402 of 10,000.
    expect(Number(after.costs?.funding)).toBeCloseTo(0.402, 9);
    expect(after.metrics?.total_return).toBeCloseTo(-0.0000402, 12);
    expect(after.fingerprint?.candles_sha256).toBe(before.fingerprint?.candles_sha256);
    expect(after.fingerprint?.funding_sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
