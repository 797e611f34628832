/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const swc = (syntax: 'typescript' | 'ecmascript'): [string, Record<string, unknown>] => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: syntax === 'typescript' ? { syntax, decorators: true } : { syntax },
      ...(syntax === 'typescript' && {
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      }),
    },
  },
];

const common: Config = {
  testEnvironment: 'node',
  // The condition that makes `#engine/…` and its siblings mean the sources instead of the build.
  testEnvironmentOptions: { customExportConditions: ['candelabra-source', 'node', 'node-addons'] },
  // A suite's globals are looked up by a function of Node's at each use, unless they are given to its modules: loops that calculate took twice as long.
  sandboxInjectedGlobals: ['Math', 'Number', 'Object', 'Array', 'Float64Array', 'String', 'BigInt', 'JSON'],
  moduleFileExtensions: ['ts', 'js', 'json'],
  transform: { '\\.ts$': swc('typescript'), '\\.m?js$': swc('ecmascript') },
  // ESM-only (the last three are ccxt's); Jest on Node 20 can only load them compiled to CommonJS.
  transformIgnorePatterns: [
    '/node_modules/(?!(jose|p-limit|yocto-queue|p-timeout|@noble|@scure|ccxt/node_modules/@noble)/)',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '/\\.venv/'],
};

const onPostgres: Config = {
  ...common,
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
};

const config: Config = {
  // The suites wait for processes and databases more than they calculate: two cores have enough to do with four of them.
  maxWorkers: Math.max(4, availableParallelism()),
  testSequencer: '<rootDir>/test/suite-order.cjs',
  // How long something may take a test says itself; a machine that is busy must not.
  testTimeout: 120_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,ops,test,bench}/**/*.spec.ts'] },
    {
      ...onPostgres,
      displayName: 'e2e',
      testMatch: ['<rootDir>/apps/{api,cli}/test/**/*.e2e-spec.ts', '<rootDir>/libs/*/test/**/*.e2e-spec.ts'],
    },
    {
      ...onPostgres,
      displayName: 'jobs',
      testMatch: ['<rootDir>/{apps/{worker,local}/test,test/services}/**/*.e2e-spec.ts'],
    },
    // Servers are killed here: `npm run test:faults`, apart from the rest.
    {
      ...common,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/*.fault-spec.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/refuse-deprecated-queries.ts'],
    },
    // The web console in a Chromium, on the service as `npm start` runs it: `npm run test:console`, apart from the rest.
    {
      ...common,
      displayName: 'console',
      testMatch: ['<rootDir>/apps/console/test/flows/*.flow-spec.ts'],
      globalSetup: '<rootDir>/test/console/global-setup.ts',
      globalTeardown: '<rootDir>/test/console/global-teardown.ts',
      setupFilesAfterEnv: ['<rootDir>/apps/console/test/support/after-each-flow.ts'],
    },
  ],
};
export default config;
