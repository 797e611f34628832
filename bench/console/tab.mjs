import { launchChromium } from '../../scripts/console/chromium.mjs';

/** Milliseconds without a change after which a page counts as there; they are no part of its time. */
const QUIET_MILLISECONDS = 300;

/** Runs in the page before anything of it: notes when it changed last while it was loading, and every task of 50 ms or more. */
function observe(quietMilliseconds) {
  const seen = { readyAt: undefined, longTasks: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  const isLoading = () =>
    document.querySelector('h1') === null ||
    [...document.querySelectorAll('[role="status"], [aria-busy="true"]')].some(
      (status) => status.ariaBusy === 'true' || status.textContent.startsWith('Loading'),
    );
  let wasLoading = true;
  const watch = (now) => {
    if (isLoading()) wasLoading = true;
    else if (wasLoading) [wasLoading, seen.readyAt] = [false, now];
    if (wasLoading || now - seen.readyAt < quietMilliseconds) requestAnimationFrame(watch);
    else seen.isQuiet = true;
  };
  requestAnimationFrame(watch);
}

/** A browser with one tab of the console, signed in, whose files are cached after the first page. */
export async function openTab({ origin, token }) {
  const browser = await launchChromium();
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observe, QUIET_MILLISECONDS);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`   The page reports: ${error.message}`));
  const finished = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(`/#token=${token}`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const ready = async () => {
    await page.waitForFunction(() => window.seen.isQuiet, undefined, { timeout: 120_000 });
    const { readyAt, longTasks } = await page.evaluate(() => window.seen);
    // Tasks that began before it was there and finished after it kept it from answering.
    const busyUntil = longTasks.map(({ startTime, duration }) => startTime + duration);
    return {
      readyAt: Math.max(readyAt, ...busyUntil.filter((end) => end < readyAt + QUIET_MILLISECONDS)),
      longTasks,
    };
  };
  await ready();
  const firstRequests = [...finished];
  return {
    page,
    /** What the first page of the browser, which had nothing cached, has loaded until it was there. */
    firstRequests,
    /** Loads an address anew; resolves with the milliseconds after which it was drawn and the main thread was free. */
    load: async (path) => {
      await page.goto(path);
      return ready();
    },
    /** Of the scripts of the page, after a collection, in MiB. */
    heapMebibytes: async () => {
      for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 2 ** 20;
    },
    /** CPU seconds of all processes of the browser so far. */
    cpuSeconds: async () => {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      await session.detach();
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
    close: () => browser.close(),
  };
}
