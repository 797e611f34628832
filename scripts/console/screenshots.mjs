// npm run screenshots: twelve pages of the console with the sample, in both themes, into dist/screenshots; five of them, those that the
// documentation shows, into docs/images: to be seen by somebody before they are committed. Fails when one of the five is too large for the repository.
//   npm run screenshots -- [<page>…]
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { ensureInstalled, root } from '../ensure-installed.mjs';
import { launchChromium } from './chromium.mjs';
import { seededCandles } from './seeded-candles.mjs';
import { startService } from './service.mjs';

const SIZE = { width: 1440, height: 900 };
const THEMES = ['light', 'dark'];
const LARGEST_BYTES = 150_000;
const QUALITY = 90;
/** A page that is drawn does not change for so long; one that is live always does, and has had its time. */
const [QUIET_MILLISECONDS, LONGEST_MILLISECONDS] = [800, 8_000];
const SAMPLE = { exchange: 'us', symbol: 'SPX', interval: '1d' };
const WITH_GAPS = { exchange: 'example', symbol: 'COIN/USDT', interval: '1h' };

const PORTFOLIO_START = '2018-01-01T00:00:00Z';

/** `kept`: the theme in which the documentation shows the page; `from`: the heading at which the picture begins. */
const PAGES = {
  home: { path: () => '/', kept: 'light' },
  backtest: { path: ({ backtest }) => `/console/backtests/${backtest}`, kept: 'light' },
  'backtest-chart': { path: ({ backtest }) => `/console/backtests/${backtest}?tab=chart` },
  trades: { path: ({ backtest }) => `/console/backtests/${backtest}?tab=trades` },
  runs: { path: () => '/console/runs' },
  sweep: { path: ({ sweep }) => `/console/sweeps/${sweep}`, kept: 'light', from: 'Heat map' },
  'walk-forward': { path: ({ walkForward }) => `/console/walk-forwards/${walkForward}` },
  candles: {
    path: () => `/console/candles?${new URLSearchParams({ ...SAMPLE, indicators: 'bollinger,rsi:14' })}`,
    kept: 'dark',
    from: 'Chart',
  },
  gaps: {
    path: () => `/console/gaps?${new URLSearchParams(WITH_GAPS)}`,
    kept: 'light',
    from: 'Completeness',
  },
  portfolio: { path: ({ portfolio }) => `/console/portfolios/${portfolio}` },
  weights: { path: ({ portfolio }) => `/console/portfolios/${portfolio}?tab=weights` },
  regimes: { path: () => `/console/regimes?${new URLSearchParams(SAMPLE)}` },
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(PAGES, name));
if (unknown.length > 0) {
  console.error(`No page ${unknown.join(', ')}; there are ${Object.keys(PAGES).join(', ')}.`);
  process.exit(2);
}
await ensureInstalled();
await build({ withConsole: true });

const [pictures, kept] = [join(root, 'dist', 'screenshots'), join(root, 'docs', 'images')];
for (const folder of [pictures, kept]) mkdirSync(folder, { recursive: true });
const dataDirectory = mkdtempSync(join(tmpdir(), 'candelabra-screenshots-'));
chmodSync(dataDirectory, 0o755); // else, as root, the database would be kept elsewhere
let [service, browser] = [];
try {
  service = await startService({ dataDirectory });
  browser = await launchChromium();
  const records = await arrangeRecords(service);
  for (const theme of THEMES) await takePictures(theme, records);
} finally {
  await browser?.close();
  await service?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}

/** What the sample does not bring: a sweep, a regime, a series with gaps, and a portfolio of seeded series. */
async function arrangeRecords({ origin, token }) {
  const send = async (path, body, headers = { 'content-type': 'application/json' }) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, prefer: 'wait=60', ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const firstRun = async (kind) =>
    (await send(`/backtesting/runs?kind=${kind}&order=asc&size=1`)).items[0].id;
  const sweep = await send('/backtesting/sweep', {
    ...SAMPLE,
    ...{ start_date: '2000-01-03', end_date: '2020-04-17', strategy_name: 'sma_cross' },
    param_grid: { fast: { min: 5, max: 50, step: 5 }, slow: { min: 60, max: 240, step: 20 } },
  });
  await send('/analysis/regime', { ...SAMPLE, lookback_days: 3_650 });
  const [header, ...lines] = readFileSync(join(root, 'examples', 'coin-usdt-1h.csv'), 'utf8')
    .trim()
    .split('\n');
  const isThere = (index) => !(index >= 40 && index < 46) && index !== 90 && !(index >= 150 && index < 178);
  const csv = [header, ...lines.filter((_, index) => isThere(index))].join('\n');
  const query = new URLSearchParams(WITH_GAPS);
  await send(`/market-data/candlesticks/bulk?${query}`, csv, { 'content-type': 'text/csv' });
  const universe = Array.from({ length: 8 }, (_, index) => ({
    exchange: 'seeded',
    symbol: `ASSET-${index + 1}`,
  }));
  for (const [index, member] of universe.entries()) {
    const query = new URLSearchParams({ ...member, interval: '1d' });
    const volatility = 0.007 + 0.002 * index;
    const walk = { seed: index + 2, start: PORTFOLIO_START, count: 1_500, drift: 0.0003, volatility };
    await send(`/market-data/candlesticks/bulk?${query}`, seededCandles(walk), {
      'content-type': 'text/csv',
    });
  }
  const portfolio = await send('/backtesting/portfolio', {
    universe,
    ...{ interval: '1d', start_date: '2018-06-01', end_date: '2021-12-31' },
    ranking: {
      by: { momentum: { lookback: 126 } },
      top: 5,
      weights: { method: 'inverse_volatility', lookback: 60 },
    },
  });
  return {
    portfolio: portfolio.id,
    sweep: sweep.id,
    backtest: await firstRun('backtest'),
    walkForward: await firstRun('walk-forward'),
  };
}

async function takePictures(theme, records) {
  const options = { baseURL: service.origin, viewport: SIZE, colorScheme: theme, reducedMotion: 'reduce' };
  const context = await browser.newContext({ ...options, locale: 'en-GB', timezoneId: 'UTC' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(`/#token=${service.token}`);
  for (const [name, { path, kept: shownIn, from }] of Object.entries(PAGES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    await page.goto(path(records));
    await page.locator('h1').waitFor();
    await page.evaluate(untilQuiet, [QUIET_MILLISECONDS, LONGEST_MILLISECONDS]);
    if (from) await page.getByRole('heading', { name: from }).evaluate((heading) => heading.scrollIntoView());
    const file = join(pictures, `${name}-${theme}.webp`);
    const bytes = await takePicture(cdp, file);
    console.log(`${name.padEnd(16)} ${theme.padEnd(6)} ${(bytes / 1_000).toFixed(0).padStart(4)} kB`);
    if (shownIn !== theme) continue;
    copyFileSync(file, join(kept, `console-${name}.webp`));
    if (bytes <= LARGEST_BYTES) continue;
    console.error(`console-${name}.webp is larger than ${LARGEST_BYTES / 1_000} kB.`);
    process.exitCode = 1;
  }
  await context.close();
}

/** As WebP: as PNG a chart takes three times the space. Resolves with the bytes of the file. */
async function takePicture(cdp, file) {
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  return picture.length;
}

/** Resolves when nothing of the page has changed for so long, and nothing in it is loading. Runs in the page. */
function untilQuiet([milliseconds, longest]) {
  return new Promise((resolve) => {
    let timer;
    const isLoading = () =>
      [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
        textContent.startsWith('Loading'),
      );
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isLoading() ? wait() : (observer.disconnect(), resolve())), milliseconds);
    };
    const observer = new MutationObserver(wait);
    observer.observe(document.body, { childList: true, subtree: true });
    wait();
    setTimeout(resolve, longest);
  });
}
