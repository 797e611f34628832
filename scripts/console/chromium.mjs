import { accessSync, constants } from 'node:fs';
import { chromium } from 'playwright-core';

/** First the one without windows, which starts sooner and draws with less work. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The Chromium of the variable CHROMIUM, else the one that is installed; throws an error that says how to install one. */
export function findChromium({ CHROMIUM } = process.env) {
  if (CHROMIUM) {
    if (isProgram(CHROMIUM)) return CHROMIUM;
    throw new Error(`CHROMIUM names ${CHROMIUM}, which is no program.`);
  }
  const found = PATHS.find(isProgram);
  if (found) return found;
  throw new Error(
    'No Chromium is installed. On Debian: apt-get install --no-install-recommends chromium-headless-shell. One that lies elsewhere is named by the variable CHROMIUM.',
  );
}

const OPTIONS = {
  // Its own updates, reports and hints would be requests to other hosts, and work beside what is measured.
  args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', '--mute-audio'],
};

/** Starts a browser that only this process drives. */
export function launchChromium(options = {}) {
  return chromium.launch({ executablePath: findChromium(), ...OPTIONS, ...options });
}

/** Starts a browser that several processes drive, by its `wsEndpoint()`. */
export function launchSharedChromium() {
  return chromium.launchServer({ executablePath: findChromium(), ...OPTIONS, host: '127.0.0.1' });
}
