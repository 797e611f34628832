/** What Postgres may see of our environment: not the PG* variables, which would change what it does. */
export function serverProcessEnvironment(): NodeJS.ProcessEnv {
  // eslint-disable-next-line no-restricted-syntax -- passed on to a child process, not read
  const inherited = process.env;
  const kept = Object.entries(inherited).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
