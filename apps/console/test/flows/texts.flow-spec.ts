import { api } from '../support/api';
import { waveOfCandles } from '../support/candles';
import { openConsole } from '../support/console-page';

/** Each would set `injected`, were it anything but text. */
const SYMBOL = '<img src=x onerror=window.injected=1>';
const NAME = `<b onmouseover=window.injected=1>${'name'.repeat(20)}</b>`;
const NOTE = '<script>window.injected=1</script><u>note</u>';
const TAG = `<svg onload=window.injected=1>${'tag'.repeat(10)}`;
const IDEA = '<a href="javascript:window.injected=1">idea</a>';
const THOUGHT = '"><iframe srcdoc="<script>parent.injected=1</script>">';
const SERIES = { exchange: 'example', symbol: SYMBOL, interval: '1h' };

interface Records {
  readonly backtest: number;
  readonly another: number;
  readonly entry: number;
  readonly idea: number;
}

const ofSeries = `exchange=example&interval=1h&symbol=${encodeURIComponent(SYMBOL)}`;

/** Where a text is shown, and which. */
const PAGES: readonly (readonly [string, (records: Records) => string, readonly string[]])[] = [
  ['the list of series', () => '/console/series', [SYMBOL]],
  ['a chart of candles', () => `/console/candles?${ofSeries}`, [SYMBOL]],
  ['gaps', () => `/console/gaps?${ofSeries}`, [SYMBOL]],
  ['the list of runs', () => '/console/runs', [SYMBOL, NAME, TAG]],
  ['a backtest', ({ backtest }) => `/console/backtests/${backtest}`, [SYMBOL]],
  [
    'a comparison',
    ({ backtest, another }) => `/console/compare?runs=backtest:${backtest},backtest:${another}`,
    [SYMBOL],
  ],
  ['the journal', () => '/console/journal', [SYMBOL]],
  ['an entry of the journal', ({ entry }) => `/console/journal/${entry}`, [SYMBOL, THOUGHT]],
  ['the list of ideas', () => '/console/ideas', [IDEA]],
  ['an idea', ({ idea }) => `/console/ideas/${idea}`, [IDEA, NOTE]],
];

describe('texts with markup', () => {
  let records: Records;

  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ without: [40, 41] }));
    const run = {
      ...{ exchange: 'example', symbol: SYMBOL, interval: '1h', strategy_name: 'sma_cross' },
      ...{ start_date: '2024-01-01', end_date: '2024-01-20' },
    };
    const [another, backtest, entry, idea] = await Promise.all([
      api.backtest(run),
      api.backtest(run),
      api.post<{ id: number }>('/trade-journal', {
        symbol: SYMBOL,
        side: 'buy',
        entry_price: '1',
        notes: THOUGHT,
      }),
      api.post<{ id: number }>('/strategy-ideas', { name: IDEA, description: NOTE }),
    ]);
    await api.patch(`/backtesting/runs/backtest/${backtest.id}/labels`, {
      name: NAME,
      note: NOTE,
      tags: [TAG],
    });
    records = { backtest: backtest.id, another: another.id, entry: entry.id, idea: idea.id };
  });

  it.each(PAGES)('are shown as they are in %s', async (_page, pathOf, texts) => {
    const { page } = await openConsole(pathOf(records), { width: 390 });
    for (const text of texts) await page.getByText(text).first().waitFor({ state: 'attached' });
    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
    // Nor does a word that is longer than a narrow screen make it wider.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await page.locator('main img, main iframe, main script, main [href^="javascript:"]').count()).toBe(
      0,
    );
  });
});
