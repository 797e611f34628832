import { rmSync } from 'node:fs';
import { launchSharedChromium } from '../../scripts/console/chromium.mjs';
import { startService } from '../../scripts/console/service.mjs';
import { makeRunFolder } from '../run-folder';

declare global {
  /** How teardown takes back what setup started; Jest runs both in one process. */
  var stopConsole: (() => Promise<void>) | undefined;
}

/** One service and one browser for all flows of the run. The test processes inherit the variable. */
async function setUp(): Promise<void> {
  const dataDirectory = makeRunFolder();
  const starting = { service: startService({ dataDirectory }), browser: launchSharedChromium() };
  const stop = async () => {
    await starting.browser.then((browser) => browser.close()).catch(() => undefined);
    await starting.service.then((service) => service.stop()).catch(() => undefined);
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  globalThis.stopConsole = stop;
  // An interrupted run gets no teardown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    const [browser, { origin, token, secret }] = await Promise.all([starting.browser, starting.service]);
    process.env.CONSOLE_RUN = JSON.stringify({
      origin,
      token,
      secret,
      dataDirectory,
      browser: browser.wsEndpoint(),
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

module.exports = setUp;
