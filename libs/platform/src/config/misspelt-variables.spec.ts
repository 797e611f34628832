import { ENVIRONMENT_VARIABLE_NAMES } from './environment';
import { misspeltVariables } from './misspelt-variables';

const namesOf = (source: NodeJS.ProcessEnv) => misspeltVariables(source, ENVIRONMENT_VARIABLE_NAMES);

describe('misspeltVariables', () => {
  it.each([
    ['JWT_SECERT', 'JWT_SECRET'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['CANDLE_FEEDS', 'CANDLE_FEED'],
    ['METRICSPORT', 'METRICS_PORT'],
  ])('names %s with %s', (name, nearest) => {
    expect(namesOf({ [name]: 'x' })).toEqual([
      `${name} is no variable of this service; did you mean ${nearest}?`,
    ]);
  });

  // What shells, containers and test runs set, and the names of other services.
  it('leaves alone what is known and what is nothing like it', () => {
    const known = Object.fromEntries(ENVIRONMENT_VARIABLE_NAMES.map((name) => [name, 'x']));
    const others = [
      'PATH',
      'HOME',
      'POST',
      'HOSTNAME',
      'SHELL',
      'TEST_REDIS_URL',
      'POSTGRES_PASSWORD',
      'NODE_ENV',
    ];
    expect(namesOf({ ...known, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([]);
  });
});
