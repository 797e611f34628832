import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a migration changes: as the last version without it stored the same, and as the engine gives it. */
interface Forms {
  readonly before: object;
  readonly after: object;
}

export const STORED_RESULTS = JSON.parse(
  readFileSync(join(__dirname, '..', 'fixtures', 'stored-results.fixture.json'), 'utf8'),
) as Record<'report' | 'walkForward' | 'sweep', Forms>;

/** Of a verification. */
export const OUTCOME: Forms = {
  before: {
    identical: true,
    changed: [],
    detail: null,
    metrics: { total_return: 0.97 },
    stored_fingerprint: null,
    fingerprint: {
      candles_sha256: 'f00d',
      candles: { interval: '1d', start: '2000-01-03T00:00:00Z', end: '2020-04-17T00:00:00Z' },
    },
  },
  after: {
    identical: true,
    changed: [],
    detail: null,
    metrics: { totalReturn: 0.97 },
    storedFingerprint: null,
    fingerprint: {
      candlesSha256: 'f00d',
      candles: { interval: '1d', start: Date.UTC(2000, 0, 3), end: Date.UTC(2020, 3, 17) },
    },
  },
};

/** Of regimes: with a model, and of a series without movement before warnings were kept. */
export const REGIME_DETAILS: readonly Forms[] = [
  {
    before: {
      lookback_days: 1_000,
      bars: 689,
      observations: 681,
      window_bars: 8,
      warnings: ['w'],
      first_observation: '2017-08-03T00:00:00Z',
      last_observation: '2020-04-17T00:00:00Z',
      model: {
        features: ['trend', 'range'],
        covariance: 'full',
        log_likelihood: -1021.9441774500493,
        bic: 2193.9302879415372,
        states: [
          {
            label: 'bear',
            mean_log_return_per_bar: -0.0072875480242263835,
            expected_duration_bars: 12.545629061573663,
            transition: [1, 9.274467101311333e-27],
          },
          {
            label: 'bull',
            mean_log_return_per_bar: 0.0013917343627453628,
            expected_duration_bars: null,
            transition: [0, 1],
          },
        ],
      },
    },
    after: {
      version: 1,
      lookbackDays: 1_000,
      bars: 689,
      observations: 681,
      windowBars: 8,
      warnings: ['w'],
      firstObservation: Date.UTC(2017, 7, 3),
      lastObservation: Date.UTC(2020, 3, 17),
      model: {
        features: ['trend', 'range'],
        covariance: 'full',
        logLikelihood: -1021.9441774500493,
        bic: 2193.9302879415372,
        states: [
          {
            label: 'bear',
            meanLogReturnPerBar: -0.0072875480242263835,
            expectedDurationBars: 12.545629061573663,
            transition: [1, 9.274467101311333e-27],
          },
          {
            label: 'bull',
            meanLogReturnPerBar: 0.0013917343627453628,
            expectedDurationBars: null,
            transition: [0, 1],
          },
        ],
      },
    },
  },
  {
    before: {
      lookback_days: 10,
      bars: 240,
      observations: 232,
      window_bars: 8,
      model: null,
      first_observation: '2024-01-01T08:00:00Z',
      last_observation: '2024-01-10T23:00:00Z',
    },
    after: {
      version: 1,
      lookbackDays: 10,
      bars: 240,
      observations: 232,
      windowBars: 8,
      model: null,
      firstObservation: Date.UTC(2024, 0, 1, 8),
      lastObservation: Date.UTC(2024, 0, 10, 23),
    },
  },
];
