import { Inject, Injectable } from '@nestjs/common';
import { intervalSeconds } from '#engine/market/interval';
import type { LevelShift } from '#engine/market/outlier-judge';
import { type FieldProblem, validateOnGrid } from '#engine/market/validate-candle';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { HELD_PROBLEM, problemsOf, sentenceOf, SPIKE_PROBLEM } from './candle-problems';
import { CandleQuarantine } from './candle-quarantine';
import type { CandleSource } from './candle-source';
import type { CandleToWrite, SeriesBatch, SeriesWrite } from './candle-writes';
import { keptSince, type RetentionDays, validateKept } from './kept-candles';
import { SeriesReplacedError } from './series-replaced-error';
import { type JudgedWrite, JudgedWrites, type SettledCandle, type WriteRules } from './judged-writes';
import { type SeriesName, SeriesRepository } from './series.repository';

interface RefusedCandle {
  /** Its index in what was given. */
  readonly index: number;
  readonly problems: readonly FieldProblem[];
  /** It is held in quarantine: as a spike, or until candles after it decide. */
  readonly held?: 'awaiting' | 'spike';
}

export interface IngestResult extends Pick<SeriesWrite, 'seriesId'> {
  /** Of the candles given. */
  readonly inserted: number;
  readonly updated: number;
  readonly refused: readonly RefusedCandle[];
  /** The outcome of candles that had been held before. */
  readonly settled: readonly SettledCandle[];
  readonly levelShifts: readonly LevelShift[];
}

export interface NamedCandles {
  readonly name: SeriesName;
  readonly candles: readonly CandleToWrite[];
}

interface IngestOptions {
  readonly allowOutliers?: boolean;
  readonly source?: CandleSource;
}

interface SourceIngestOptions {
  /** The source is trusted with its history: a close that jumps and is back on the next day is what was traded. */
  readonly acceptsJumps?: boolean;
}

/** A candle that came on its own. */
export interface SingleCandle {
  readonly name: SeriesName;
  readonly candle: CandleToWrite;
  readonly allowOutlier: boolean;
}

export interface SingleResult {
  readonly seriesId: number;
  /** Why it is not stored. */
  readonly problems: readonly FieldProblem[];
}

export interface SourceIngestResult {
  readonly written: readonly SeriesWrite[];
  readonly quarantined: number;
  /** The outcome of candles that had been held before, with their series. */
  readonly settled: readonly (SettledCandle & { readonly name: SeriesName })[];
  readonly levelShifts: readonly (LevelShift & { readonly name: SeriesName })[];
}

/** Candles of a series that break no rule of their own, and those that do. */
interface ValidatedBatch extends SeriesBatch {
  /** For each candle its index in what was given. */
  readonly indices: readonly number[];
  readonly refused: readonly RefusedCandle[];
}

/** The one way in for candles, whoever delivers them: validate, judge, write. What is not stored is reported or kept in quarantine. */
@Injectable()
export class CandleIngest {
  constructor(
    private readonly series: SeriesRepository,
    private readonly quarantine: CandleQuarantine,
    private readonly writes: JudgedWrites,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'retentionDays'>,
  ) {}

  async ingest(
    name: SeriesName,
    candles: readonly CandleToWrite[],
    options: IngestOptions = {},
  ): Promise<IngestResult> {
    return (await this.ingestSeveral([{ name, candles }], options))[0];
  }

  /** From a client that reads the answer: what is not stored is reported, for each series given and in their order. Each is named once. */
  async ingestSeveral(
    batches: readonly NamedCandles[],
    { allowOutliers = false, source = 'bulk' }: IngestOptions = {},
  ): Promise<IngestResult[]> {
    const rules = { source, isTrusted: allowOutliers, judgesSpikes: false };
    return (await this.take(batches, rules)).map(([validated, write]) => resultOf(validated, write));
  }

  /** Each from a client that waits for this one; no open time of a series comes twice. Answers in the order given. */
  async ingestEach(singles: readonly SingleCandle[]): Promise<SingleResult[]> {
    const results = Array<SingleResult>(singles.length);
    // What is stored at once comes first: it may be what others are judged by.
    for (const isTrusted of [true, false]) {
      const batches = new Map<string, NamedCandles & { candles: CandleToWrite[]; positions: number[] }>();
      for (const [position, { name, candle, allowOutlier }] of singles.entries()) {
        if (allowOutlier !== isTrusted) continue;
        const key = JSON.stringify([name.exchange, name.symbol, name.interval]);
        const batch = batches.get(key) ?? { name, candles: [], positions: [] };
        batches.set(key, batch);
        batch.candles.push(candle);
        batch.positions.push(position);
      }
      if (batches.size === 0) continue;
      const given = [...batches.values()];
      const taken = await this.take(given, { source: 'post', isTrusted, judgesSpikes: false });
      for (const [index, [validated, write]] of taken.entries()) {
        const { seriesId, refused } = resultOf(validated, write);
        for (const position of given[index].positions) results[position] = { seriesId, problems: [] };
        for (const { index: candle, problems } of refused) {
          results[given[index].positions[candle]] = { seriesId, problems };
        }
      }
    }
    return results;
  }

  /**
   * From a connector of ours, each series named once: what breaks a rule goes into quarantine with the reason. What does not
   * lie on its interval's grid breaks one, and so does a spike; what may be one is held there until a candle after it decides.
   */
  async ingestFromSource(
    batches: readonly NamedCandles[],
    source: CandleSource,
    { acceptsJumps = false }: SourceIngestOptions = {},
  ): Promise<SourceIngestResult> {
    const rules = { source, isTrusted: acceptsJumps, judgesSpikes: !acceptsJumps };
    const taken = await this.take(batches, rules, { isConnector: true });
    const ofSeries = <Item>(itemsOf: (write: JudgedWrite) => readonly Item[]) =>
      taken.flatMap(([{ name }, write]) => itemsOf(write).map((item) => ({ ...item, name })));
    return {
      written: taken.flatMap(([, { writes }]) => writes),
      quarantined: taken.reduce(
        (sum, [{ refused }, { held, spikes }]) => sum + refused.length + held.length + spikes,
        0,
      ),
      settled: ofSeries(({ settled }) => settled),
      levelShifts: ofSeries(({ levelShifts }) => levelShifts),
    };
  }

  /**
   * Validate, judge, write. Once more where the ids that are remembered are not those of the series: the database was restored
   * meanwhile, or a series deleted.
   */
  private async take(
    batches: readonly NamedCandles[],
    rules: WriteRules,
    options: { readonly isConnector?: boolean } = {},
  ): Promise<(readonly [ValidatedBatch, JudgedWrite])[]> {
    try {
      return await this.takeOnce(batches, rules, options);
    } catch (error) {
      if (!(error instanceof SeriesReplacedError)) throw error;
      this.series.forget(batches.map(({ name }) => name));
      return this.takeOnce(batches, rules, options);
    }
  }

  /** A series is not made for candles that are all refused: its id is 0 then. */
  private async takeOnce(
    batches: readonly NamedCandles[],
    rules: WriteRules,
    { isConnector = false }: { readonly isConnector?: boolean },
  ): Promise<(readonly [ValidatedBatch, JudgedWrite])[]> {
    const now = Date.now();
    const { retentionDays } = this.environment;
    const sorted = batches.map((batch) => validate(batch, { now, isConnector, retentionDays }));
    await this.series.rememberIds(sorted.flatMap(({ name, candles }) => (candles.length > 0 ? [name] : [])));
    const validated: ValidatedBatch[] = [];
    for (const batch of sorted) {
      const seriesId = batch.candles.length > 0 ? await this.series.idOf(batch.name) : 0;
      validated.push({ ...batch, seriesId });
    }
    if (isConnector) await this.keepRefused(batches, validated, rules);
    const writes = await this.writes.write(validated, rules);
    return validated.map((batch, index) => [batch, writes[index]]);
  }

  /** Nobody reads an answer, so what breaks a rule is kept with the reason. */
  private async keepRefused(
    batches: readonly NamedCandles[],
    validated: readonly ValidatedBatch[],
    { source }: WriteRules,
  ): Promise<void> {
    const refused = validated.flatMap(({ name, refused }, index) =>
      refused.map(({ index: position, problems }) => ({
        ...{ name, candle: batches[index].candles[position], reason: sentenceOf(problems) },
      })),
    );
    if (refused.length > 0) await this.quarantine.keep(refused, source);
  }
}

interface ValidationRules {
  readonly now: number;
  readonly isConnector: boolean;
  readonly retentionDays: RetentionDays;
}

/** What a connector delivers of before the retention is left out: nothing is wrong with it, and it would be deleted. */
function validate(
  { name, candles }: NamedCandles,
  { now, isConnector, retentionDays }: ValidationRules,
): Omit<ValidatedBatch, 'seriesId'> {
  const since = keptSince(retentionDays, name.interval, now);
  const seconds = intervalSeconds(name.interval);
  const sound: CandleToWrite[] = [];
  const indices: number[] = [];
  const refused: RefusedCandle[] = [];
  for (const [index, candle] of candles.entries()) {
    const time = candle.openTime.getTime();
    if (isConnector && time < since) continue;
    const problems = problemsOf(candle, now);
    if (isConnector) problems.push(...validateOnGrid(time, seconds));
    else if (time < since)
      problems.push(...validateKept({ field: 'open_time', time }, name.interval, retentionDays, now));
    if (problems.length > 0) {
      refused.push({ index, problems });
    } else {
      sound.push(candle);
      indices.push(index);
    }
  }
  return { name, interval: name.interval, candles: sound, indices, refused };
}

function resultOf({ seriesId, indices, refused }: ValidatedBatch, write: JudgedWrite): IngestResult {
  const { inserted, updated, settled, levelShifts } = write;
  const held = write.held.map(({ index, awaits }): RefusedCandle => {
    const state = awaits
      ? ({ problems: [HELD_PROBLEM], held: 'awaiting' } as const)
      : ({ problems: [SPIKE_PROBLEM], held: 'spike' } as const);
    return { index: indices[index], ...state };
  });
  return { seriesId, inserted, updated, refused: [...refused, ...held], settled, levelShifts };
}
