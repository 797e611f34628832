import { builtConsole } from './built-console';

describe('builtConsole', () => {
  it.each([
    ['the build', '/app/dist/apps/api/src/console'],
    ['the sources', '/app/apps/api/src/console'],
  ])('is in dist, seen from %s', (_, directory) => {
    expect(builtConsole(directory)).toBe('/app/dist/apps/console/static');
  });
});
