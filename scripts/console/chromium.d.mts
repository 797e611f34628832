import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core';

export function findChromium(variables?: { readonly CHROMIUM?: string }): string;
export function launchChromium(options?: LaunchOptions): Promise<Browser>;
export function launchSharedChromium(): Promise<BrowserServer>;
