import { within } from '../frame/measurement.mjs';
import { seedSeries } from '../frame/seeded-series.mjs';
import { atMost } from './goals.mjs';
import { openTab } from './tab.mjs';

const TRADES = 100_000;
/** Of prices that repeat after four candles: averages of two and three cross twice in them. */
const CANDLES = 420_000;
const LAST = '2024-01-01T00:00:00Z';

export const title = `A run of ${TRADES.toLocaleString('en')} trades`;

export async function* measure({ origin, token, client, api }) {
  await seedSeries(client, {
    symbol: 'MANY-TRADES',
    interval: '1m',
    seconds: 60,
    candles: CANDLES,
    lastOpenTime: LAST,
    step: 1_250,
  });
  const run = await api('POST', '/backtesting', {
    ...{
      exchange: 'bench',
      symbol: 'MANY-TRADES',
      interval: '1m',
      start_date: '2023-01-01',
      end_date: '2024-01-01',
    },
    ...{ strategy_name: 'sma_cross', parameters: { fast: 2, slow: 3 } },
    execution: {
      initial_capital: '1000000000',
      fees: { maker: '0', taker: '0' },
      slippage_bps: 0,
      sizing: { mode: 'fixed_quantity', value: '0.1' },
    },
  });
  if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${JSON.stringify(run)}`);
  const { total } = await api('GET', `/backtesting/${run.id}/trades?size=1`);
  yield { what: 'trades of the run', ours: total, format: (count) => count.toLocaleString('en') };
  if (total < TRADES) throw new Error(`The run has ${total} trades only`);

  const tab = await openTab({ origin, token });
  try {
    const summary = await tab.load(`/console/backtests/${run.id}`);
    yield { what: 'its summary drawn', ours: summary.readyAt, goal: within(2_000) };
    const { readyAt, longTasks } = await tab.load(`/console/backtests/${run.id}?tab=trades`);
    yield { what: 'its trades: the first rows drawn', ours: readyAt, goal: within(2_000) };
    const blocked = longTasks.reduce((sum, { duration }) => sum + duration, 0);
    yield {
      what: `its trades: in ${longTasks.length} long tasks while loading`,
      ours: blocked,
      goal: within(500),
    };
    for (const share of [0.5, 1]) {
      const { milliseconds, rows } = await tab.page.evaluate(scrollTo, share);
      yield {
        what: `scrolled to row ${rows.at(-1).toLocaleString('en')}: drawn`,
        ours: milliseconds,
        goal: within(1_000),
      };
    }
    const nodes = await tab.page.evaluate(() => document.querySelectorAll('*').length);
    yield { what: 'elements of the page then', ours: nodes, goal: atMost(5_000, '5,000'), format: String };
  } finally {
    await tab.close();
  }
}

/** Scrolls the table to this share of its height; resolves when the rows there have their cells. Runs in the page. */
async function scrollTo(share) {
  const scroller = [...document.querySelectorAll('[data-rows]')].sort(
    (a, b) => b.dataset.rows - a.dataset.rows,
  )[0];
  const startedAt = performance.now();
  scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * share;
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done));
    const inSight = [...scroller.querySelectorAll('tr[aria-rowindex]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const frame = scroller.getBoundingClientRect();
      return bottom > frame.top && top < frame.bottom;
    });
    const rows = inSight.map((row) => Number(row.getAttribute('aria-rowindex')));
    const isThere = Math.max(...rows) > scroller.dataset.rows * share * 0.98;
    if (isThere && inSight.every((row) => row.cells.length > 1))
      return { milliseconds: performance.now() - startedAt, rows };
    if (performance.now() - startedAt > 30_000) throw new Error('The rows did not come within 30 s');
  }
}
