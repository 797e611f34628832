type App = 'api' | 'worker' | 'cli';
export function builtAt(): number | undefined;
export function bundledApp(app: App): string[];
export function keptBundle(app: App): string | undefined;
