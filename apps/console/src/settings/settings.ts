import { useSyncExternalStore } from 'react';

const KEY = 'candelabra.settings';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  readonly theme: Theme;
  /** An IANA name, such as Europe/Berlin. Times of the service are UTC. */
  readonly timeZone: string;
}

const DEFAULTS: Settings = { theme: 'system', timeZone: 'UTC' };
const listeners = new Set<() => void>();
let settings = readSettings();

function readSettings(): Settings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
    return {
      theme: THEMES.find((theme) => theme === stored.theme) ?? DEFAULTS.theme,
      timeZone: isTimeZone(stored.timeZone) ? stored.timeZone : DEFAULTS.timeZone,
    };
  } catch {
    return DEFAULTS;
  }
}

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const currentSettings = (): Settings => settings;

export function changeSettings(change: Partial<Settings>): void {
  settings = { ...settings, ...change };
  localStorage.setItem(KEY, JSON.stringify(settings));
  applyTheme();
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, currentSettings);
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** `data-theme` of the document is what styles and charts follow. */
function applyTheme(): void {
  const { theme } = settings;
  const dark = theme === 'dark' || (theme === 'system' && prefersDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

/** Applies the theme from now on, also when the system changes its own. */
export function followTheme(): void {
  applyTheme();
  prefersDark().addEventListener('change', () => {
    applyTheme();
    notify();
  });
}

/** The theme that is shown, also where the system chooses it. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );
}
