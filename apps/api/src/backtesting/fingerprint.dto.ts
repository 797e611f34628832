import type { RunFingerprint } from '#domain/backtesting/stored-report';
import { toWire } from '#domain/records/to-wire';
import { INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { NumberAnswer, ObjectAnswer, TextAnswer, TimeAnswer, WordAnswer } from '../http/answer-fields';

const HASH = '5f0c26a1b8c6b8f0f5d0a6b4b5d1f0e5c3a7f0b2c9d8e7f6a5b4c3d2e1f0a9b8';

class CandlesUsedRead {
  @WordAnswer(INTERVALS, {
    description: 'Interval of the stored candles: shorter than that of the run where they were aggregated',
    example: '1d',
  })
  interval: string;

  @TimeAnswer({ description: 'Open of the first bar, warm-up included', example: '1999-12-20T00:00:00Z' })
  start: string;

  @TimeAnswer({ description: 'Open of the last bar', example: '2020-04-17T00:00:00Z' })
  end: string;
}

/** What a result was computed from: equal fingerprints have equal results. */
export class FingerprintRead {
  @TextAnswer({ description: 'SHA-256 of the candles, as hexadecimal digits', example: HASH })
  candles_sha256: string;

  @TextAnswer({
    description: 'SHA-256 of the funding rates; null when none are stored, or the run does not use them',
    example: null,
    nullable: true,
  })
  funding_sha256: string | null;

  @TextAnswer({ description: 'SHA-256 of strategy, parameters and execution, resolved', example: HASH })
  configuration_sha256: string;

  @TextAnswer({ description: 'The version of the engine', example: '4' })
  engine_version: string;

  @NumberAnswer('no unit', {
    description: 'Seed of a search; null in backtests, which draw nothing',
    example: null,
    nullable: true,
  })
  seed: number | null;

  @ObjectAnswer(CandlesUsedRead, {
    description: 'The candles that were used; left out of runs of earlier versions',
    required: false,
  })
  candles?: CandlesUsedRead;

  @TextAnswer({
    description:
      'SHA-256 of the candles and the funding rates of the benchmark; left out where it is the series of the run',
    example: HASH,
    required: false,
  })
  benchmark_sha256?: string;

  @TextAnswer({
    description:
      'SHA-256 of everything else that the strategy read: datasets, other candles, funding rates, headlines; left out where that is nothing',
    example: HASH,
    required: false,
  })
  data_sha256?: string;
}

export function toFingerprint(fingerprint: RunFingerprint): FingerprintRead {
  const { candles, benchmarkSha256, dataSha256, ...hashes } = fingerprint;
  const { candlesSha256, fundingSha256, configurationSha256, engineVersion, seed } = hashes;
  return {
    ...toWire({ candlesSha256, fundingSha256, configurationSha256, engineVersion, seed }),
    ...(candles && {
      candles: {
        interval: candles.interval,
        start: formatDateTime(candles.start),
        end: formatDateTime(candles.end),
      },
    }),
    ...(benchmarkSha256 && { benchmark_sha256: benchmarkSha256 }),
    ...(dataSha256 && { data_sha256: dataSha256 }),
  };
}
