import { ApiProperty } from '@nestjs/swagger';

const CHANGES = ['candles', 'funding', 'configuration', 'results', 'record', 'engine_version'] as const;

const CANDLES = { interval: '1d', start: '1999-12-20T00:00:00Z', end: '2020-04-17T00:00:00Z' };
const FINGERPRINT = {
  candles_sha256: '5f0c1c0a',
  funding_sha256: null,
  configuration_sha256: '81aa93c2',
  engine_version: '4',
  seed: null,
  candles: CANDLES,
};

class CandlesUsed {
  @ApiProperty({
    example: '1d',
    description: 'Of the stored series: shorter than that of the run where its candles were aggregated',
  })
  interval: string;

  @ApiProperty({
    format: 'date-time',
    example: '1999-12-20T00:00:00Z',
    description: 'Open time of the first bar, warm-up included',
  })
  start: string;

  @ApiProperty({
    format: 'date-time',
    example: '2020-04-17T00:00:00Z',
    description: 'Open time of the last bar',
  })
  end: string;
}

export class RunFingerprint {
  @ApiProperty({ example: '5f0c1c0a' })
  candles_sha256: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'c2b9f0d4',
    description: 'null: no funding is stored, or none is charged',
  })
  funding_sha256: string | null;

  @ApiProperty({ example: '81aa93c2' })
  configuration_sha256: string;

  @ApiProperty({ example: '4' })
  engine_version: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 42,
    description: 'null: nothing is drawn at random',
  })
  seed: number | null;

  @ApiProperty({
    type: CandlesUsed,
    required: false,
    example: CANDLES,
    description: 'Absent from runs of before it was kept',
  })
  candles?: CandlesUsed;
}

export class VerificationRead {
  @ApiProperty({ type: 'integer', example: 42 })
  id: number;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    example: true,
    description: 'null: made by another engine version, which is not compared',
  })
  identical: boolean | null;

  @ApiProperty({ enum: CHANGES, isArray: true, example: [], description: 'What is not as it was' })
  changed: (typeof CHANGES)[number][];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'the run would fail now: there are no 1d candles of SPX on us',
    description: 'Why the run would fail, what was edited, or which engine made it',
  })
  detail: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description:
      'Of today: the metrics of a backtest, the summary of a walk-forward run, the best combination of a sweep; null where the run would fail',
    example: { total_return: 0.97, sharpe_ratio: 0.41, max_drawdown: 0.33, trades: 61 },
  })
  metrics: object | null;

  @ApiProperty({
    type: RunFingerprint,
    example: FINGERPRINT,
    nullable: true,
    description: 'Of today; null where the run would fail',
  })
  fingerprint: RunFingerprint | null;

  @ApiProperty({ type: RunFingerprint, example: FINGERPRINT, description: 'Of the run that is verified' })
  stored_fingerprint: RunFingerprint;
}

export class VerificationUnderWay {
  @ApiProperty({ type: 'integer', example: 42 })
  id: number;

  @ApiProperty({ enum: ['running'], example: 'running' })
  status: 'running';
}
