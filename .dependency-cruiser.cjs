/**
 * Who may import whom. `npm run check` runs these rules twice: on the sources, which must break none of them, and on
 * test/boundaries/bad, where every one of them must be broken.
 */
const source = (library) => `^libs/${library}/src/`;
const testFile = '\\.(spec|e2e-spec|scenarios|contract)\\.tsx?$|/test/';

/** A library's sources may import its own files and those of the libraries named. */
const libraryMayImport = (library, others) => ({
  name: `${library}-imports-${others.join('-and-') || 'nothing-of-ours'}`,
  severity: 'error',
  from: { path: source(library), pathNot: testFile },
  to: { path: '^(apps|libs)/', pathNot: [library, ...others].map(source) },
});

module.exports = {
  forbidden: [
    libraryMayImport('engine', []),
    libraryMayImport('platform', []),
    libraryMayImport('domain', ['engine', 'platform']),
    libraryMayImport('sources', ['engine', 'platform']),
    libraryMayImport('messaging', ['engine', 'domain', 'platform']),
    {
      name: 'engine-imports-no-package',
      comment:
        'Arithmetic is pure: no framework, no input or output, no thread, no clock. That also excludes types of them.',
      severity: 'error',
      from: { path: source('engine'), pathNot: testFile },
      to: { pathNot: ['^libs/', '^apps/'] },
    },
    {
      name: 'libraries-import-no-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-import-no-other-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'console-imports-nothing-of-ours',
      comment:
        'It runs in a browser and knows the service by openapi.json alone: packages, and what is generated below apps/console.',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: testFile },
      to: { pathNot: ['^apps/console/', '(^|/)node_modules/'] },
    },
    {
      name: 'features-import-no-sibling',
      comment:
        'What two features need goes down into a library. Only http/, health/, jobs/ and runs/ are there for all; asyncapi/ describes all.',
      severity: 'error',
      from: { path: '^apps/(api|worker)/src/([^/]+)/', pathNot: [testFile, '^apps/api/src/asyncapi/'] },
      to: { path: '^apps/$1/src/[^/]+/', pathNot: '^apps/$1/src/($2|http|health|jobs|runs)/' },
    },
    {
      name: 'libraries-by-alias',
      comment: 'From outside a library is named by its alias (`#engine/…`), never by a relative path.',
      severity: 'error',
      from: { path: '^(apps|libs)/([^/]+)/' },
      to: { path: '^libs/', pathNot: '^$1/$2/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'own-library-by-relative-path',
      comment: 'What is loaded late has no relative path without its ending.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src/' },
      to: { path: '^libs/$1/', dependencyTypes: ['aliased-subpath-import'], dynamic: false },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-in-production',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: testFile },
      to: { path: [testFile, '^test/'], pathNot: 'node_modules' },
    },
    {
      name: 'ccxt-is-loaded-late',
      comment: 'Half a second and 80 MB: `await import()` by who opens an exchange, never with the process.',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: testFile },
      to: { path: '(^|/)node_modules/ccxt/', dynamic: false },
    },
    {
      name: 'broker-client-is-loaded-late',
      comment:
        'Some 2 MB of every process: `await import()` where there is a broker. The commands load it with the process.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/[^/]+/src/',
        pathNot: [testFile, '^apps/cli/', '^libs/messaging/src/broker/[^/]+-(stream|order)\\.ts$'],
      },
      to: {
        path: ['(^|/)node_modules/@nats-io/', '^libs/messaging/src/broker/[^/]+-(stream|order)\\.ts$'],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'services-import-no-express',
      comment: 'Requests and responses end in controllers, and in what receives or answers them for one.',
      severity: 'error',
      from: { path: '^apps/api/src/.*\\.service\\.ts$' },
      to: { path: ['(^|/)node_modules/(@types/)?express/', '^express$'] },
    },
    {
      name: 'no-development-package-in-production',
      comment: 'The packages of the console are in its files when it is built.',
      severity: 'error',
      from: { path: '^(apps|libs)/[^/]+/src/', pathNot: [testFile, '^apps/console/'] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: an import that is erased still says who knows whom.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    detectJSDocImports: false,
    enhancedResolveOptions: {
      conditionNames: ['candelabra-source', 'node', 'import', 'require', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
  },
};
