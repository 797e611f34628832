import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { loadEnvFile } from 'node:process';
import { feedAddresses, symbols } from './headline-variables';
import { hoursOfDay } from './hours-of-day';
import { misspeltVariables } from './misspelt-variables';
import { baseUrl, origins } from './public-variables';
import { TRACING_VARIABLES } from './tracing-variables';
import {
  addresses,
  exchangeSymbols,
  exchangeSymbolsOrAll,
  integer,
  keyedIntegers,
  oneOf,
  oneOfOrNone,
  parseVariables,
  plainName,
  secret,
  seriesList,
  text,
  textList,
  trueOrFalse,
  type Variable,
  url,
} from './variable';
import { secretFileVariable } from './secret-file';

/** The engine's intervals, which this library does not know. */
const RETAINED_INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'];

/** Every environment variable of every process. `.env.example` lists the same names; a test compares the two. */
const VARIABLES = {
  nodeEnv: text('NODE_ENV'),
  port: integer('PORT', { minimum: 0, maximum: 65_535, fallback: 8003 }),
  host: text('HOST', { fallback: '0.0.0.0' }),
  publicUrl: baseUrl('PUBLIC_URL', ['http:', 'https:']),
  corsOrigins: origins('CORS_ORIGINS'),
  databaseUrl: secret(url('DATABASE_URL', ['postgres:', 'postgresql:'])),
  databaseDirectUrl: secret(url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])),
  // Each maintenance task of a worker holds one for its lock while it works over others.
  databasePoolSize: integer('DATABASE_POOL_SIZE', { minimum: 6, maximum: 200, fallback: 10 }),
  natsUrl: secret(url('NATS_URL', ['nats:', 'tls:'])),
  redisUrl: secret(url('REDIS_URL', ['redis:', 'rediss:'])),
  dataDir: text('DATA_DIR', { fallback: '.data' }),
  deployment: plainName('DEPLOYMENT', { fallback: 'default' }),
  defaultExchange: text('DEFAULT_EXCHANGE', { fallback: 'binance' }),
  jwtSecrets: secret(textList('JWT_SECRET', { minimumLength: 16 })),
  jwtJwksUri: url('JWT_JWKS_URI', ['http:', 'https:']),
  jwtJwksAllowHttp: trueOrFalse('JWT_JWKS_ALLOW_HTTP', false),
  jwtJwksFile: text('JWT_JWKS_FILE'),
  jwtIssuer: text('JWT_ISSUER'),
  jwtAudience: text('JWT_AUDIENCE'),
  jwtRequireExp: trueOrFalse('JWT_REQUIRE_EXP', false),
  shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', { minimum: 0, maximum: 300, fallback: 5 }),
  // Longer than balancers keep idle connections (usually 60 s): the side that sends requests has to be the one that closes.
  keepAliveTimeoutSeconds: integer('KEEP_ALIVE_TIMEOUT_SECONDS', {
    minimum: 1,
    maximum: 3_600,
    fallback: 75,
  }),
  metricsPort: integer('METRICS_PORT', { minimum: 0, maximum: 65_535 }),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  buildCommit: plainName('BUILD_COMMIT', { fallback: '' }),
  // 0: none is logged.
  slowQueryMilliseconds: integer('SLOW_QUERY_MS', { minimum: 0, maximum: 3_600_000, fallback: 1_000 }),
  ...TRACING_VARIABLES,
  rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', { minimum: 1, maximum: 1_000_000 }),
  requestTimeoutSeconds: integer('REQUEST_TIMEOUT_SECONDS', { minimum: 1, maximum: 86_400, fallback: 300 }),
  uploadIdleSeconds: integer('UPLOAD_IDLE_SECONDS', { minimum: 1, maximum: 86_400, fallback: 60 }),
  exchangeEndpoints: secret(addresses('EXCHANGE_ENDPOINTS', ['http:', 'https:'])),
  candleFeed: seriesList('CANDLE_FEED'),
  candleFeedOnDemand: trueOrFalse('CANDLE_FEED_ON_DEMAND', false),
  events: oneOf('EVENTS', ['on', 'off'], 'on'),
  eventsKeptHours: integer('EVENTS_KEPT_HOURS', { minimum: 1, maximum: 8_760, fallback: 24 }),
  eventsKeptRows: integer('EVENTS_KEPT_ROWS', { minimum: 1, maximum: 1_000_000_000, fallback: 5_000_000 }),
  eventsKeptMegabytes: integer('EVENTS_KEPT_MEGABYTES', { minimum: 1, maximum: 1_000_000, fallback: 2_000 }),
  tradeMatching: oneOf('TRADE_MATCHING', ['flat_to_flat', 'fifo'], 'flat_to_flat'),
  fundingSymbols: exchangeSymbols('FUNDING_SYMBOLS'),
  streamsPerToken: integer('STREAMS_PER_TOKEN', { minimum: 1, maximum: 1_000_000 }),
  streamsPerReplica: integer('STREAMS_PER_REPLICA', { minimum: 1, maximum: 1_000_000, fallback: 10_000 }),
  webSocketPingSeconds: integer('WEBSOCKET_PING_SECONDS', { minimum: 1, maximum: 3_600, fallback: 15 }),
  webSocketIdleSeconds: integer('WEBSOCKET_IDLE_SECONDS', { minimum: 1, maximum: 86_400, fallback: 60 }),
  headlineFeeds: secret(feedAddresses('HEADLINE_FEEDS')),
  headlineSymbols: symbols('HEADLINE_SYMBOLS'),
  // Sentiment reads three days.
  headlineDays: integer('HEADLINE_DAYS', { minimum: 3, maximum: 99_999 }),
  headlineAllowPrivate: trueOrFalse('HEADLINE_ALLOW_PRIVATE', false),
  symbolWordsFile: text('SYMBOL_WORDS_FILE'),
  equityProvider: oneOfOrNone('EQUITY_PROVIDER', ['csv', 'yahoo', 'alpaca', 'tiingo']),
  equityCsvDir: text('EQUITY_CSV_DIR'),
  equityEndpoint: secret(url('EQUITY_ENDPOINT', ['http:', 'https:'])),
  alpacaKeyId: secret(text('ALPACA_KEY_ID')),
  alpacaSecretKey: secret(text('ALPACA_SECRET_KEY')),
  alpacaFeed: oneOf('ALPACA_FEED', ['iex', 'sip'], 'iex'),
  tiingoToken: secret(text('TIINGO_TOKEN')),
  feePresetsFile: text('FEE_PRESETS_FILE'),
  workerConcurrency: integer('WORKER_CONCURRENCY', {
    minimum: 1,
    maximum: 64,
    fallback: availableParallelism(),
  }),
  rollUps: exchangeSymbolsOrAll('ROLL_UPS'),
  retentionDays: keyedIntegers('RETENTION_DAYS', RETAINED_INTERVALS),
  candleChunkDays: integer('CANDLE_CHUNK_DAYS', { minimum: 1, maximum: 3_650 }),
  candleReorderHours: hoursOfDay('CANDLE_REORDER_HOURS'),
  candleReorderSeconds: integer('CANDLE_REORDER_SECONDS', { minimum: 1, maximum: 3_600, fallback: 120 }),
  seriesCacheMegabytes: integer('SERIES_CACHE_MEGABYTES', { minimum: 1, maximum: 65_536, fallback: 256 }),
} as const;

export type Environment = ReturnType<typeof parseVariables<typeof VARIABLES>>;

const ALL: readonly Variable<unknown>[] = Object.values(VARIABLES);

/** The variables that name the file of a secret: of each that may hold a password or a key, `<name>_FILE`. */
export const SECRET_FILE_VARIABLE_NAMES: readonly string[] = ALL.filter(({ mayBeInFile }) => mayBeInFile).map(
  ({ name }) => secretFileVariable(name),
);

export const ENVIRONMENT_VARIABLE_NAMES: readonly string[] = [
  ...ALL.map(({ name }) => name),
  ...SECRET_FILE_VARIABLE_NAMES,
];

/** Reads and checks the environment; a `.env` file in the working directory fills what is not set. */
export function readEnvironment(source?: NodeJS.ProcessEnv): Environment {
  if (!source && existsSync('.env')) loadEnvFile('.env');
  return parseVariables(VARIABLES, source ?? process.env);
}

/** A sentence for each variable that is set and almost has the name of one of ours. */
export function findMisspeltVariables(): string[] {
  return misspeltVariables(process.env, ENVIRONMENT_VARIABLE_NAMES);
}

/** Whether a variable has a value, one of ours or of npm's, where what it falls back to does not say so. */
export function isSet(name: 'HOST' | 'npm_lifecycle_event'): boolean {
  return (process.env[name] ?? '').trim() !== '';
}

/**
 * Our environment with these variables set, for a process that is started: a secret that they set is not read from a file of ours as
 * well.
 */
export function environmentWith(variables: NodeJS.ProcessEnv, inherited = process.env): NodeJS.ProcessEnv {
  const files = Object.keys(variables).map(secretFileVariable);
  const replaced = files.filter((name) => SECRET_FILE_VARIABLE_NAMES.includes(name));
  // An empty one counts as not set, also where .env names it.
  return { ...inherited, ...Object.fromEntries(replaced.map((name) => [name, ''])), ...variables };
}

/** The database's address, for processes that cannot work without one. */
export function requireDatabaseUrl(environment: Environment): string {
  if (environment.databaseUrl) return environment.databaseUrl;
  throw new Error(
    'DATABASE_URL is not set, nor DATABASE_URL_FILE: give the address of a Postgres, or use `npm start` for an embedded one',
  );
}

/** The database's address past any pooler, for what needs a session of its own: locks, LISTEN, migrations. */
export function requireDirectDatabaseUrl(environment: Environment): string {
  return environment.databaseDirectUrl ?? requireDatabaseUrl(environment);
}

/** Node's own metrics (event loop, memory, …). The registry is one per process, and a test runs several applications in one. */
export const defaultMetrics = { enabled: process.env.NODE_ENV !== 'test' };
