import { Inject, Injectable } from '@nestjs/common';
import type { LevelShift } from '#engine/market/outlier-judge';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { HELD_PROBLEM, sentenceOf, SPIKE_PROBLEM } from './candle-problems';
import { CandleQuarantine } from '../quarantine/candle-quarantine';
import type { CandleSource, CandleToWrite, NamedCandles, SeriesWrite } from '../series/candle-writes';
import { SeriesReplacedError } from '../series/series-replaced-error';
import type { JudgedWrite } from './judged-write';
import { JudgedWrites, type WriteRules } from './judged-writes';
import type { SettledCandle } from './settled-candles';
import { seriesKey, type SeriesName } from '../series/series-name';
import { SeriesRepository } from '../series/series.repository';
import { type RefusedCandle, validateBatch, type ValidatedBatch } from './validate-batch';

export interface IngestResult extends Pick<SeriesWrite, 'seriesId'> {
  /** Of the candles given. */
  readonly inserted: number;
  readonly updated: number;
  readonly refused: readonly RefusedCandle[];
  /** The outcome of candles that had been held before. */
  readonly settled: readonly SettledCandle[];
  readonly levelShifts: readonly LevelShift[];
}

interface IngestOptions {
  readonly allowOutliers?: boolean;
  readonly source?: CandleSource;
  /** What it is a part of: one event reports all of it (CandleLoads). */
  readonly loadId?: string;
}

interface SourceIngestOptions {
  /** The source is trusted with its history: a close that jumps and is back on the next day is what was traded. */
  readonly acceptsJumps?: boolean;
  /** What it is a part of: one event reports all of it (CandleLoads). */
  readonly loadId?: string;
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

type WrittenBatch = readonly [ValidatedBatch, JudgedWrite];

/**
 * The one way in for candles, whoever delivers them: validate, judge, write. What is not stored is reported or kept in
 * quarantine.
 *
 *   client, who reads the answer ──┐         ┌── connector of ours: nobody reads an answer
 *                                  ▼         ▼
 *                                validateBatch ───── breaks a rule ─────► client: reported; connector: quarantine
 *                                      │ sound
 *                                      ▼
 *                                JudgedWrites ────── outlier or spike ──► quarantine, until candles after it decide;
 *                                      │ accepted, and released                 a client is informed of it, too
 *                                      ▼
 *                           written, then announced
 */
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
    { allowOutliers = false, source = 'bulk', loadId }: IngestOptions = {},
  ): Promise<IngestResult[]> {
    const rules = { source, isTrusted: allowOutliers, judgesSpikes: false, loadId };
    return (await this.write(batches, rules)).map(([validated, write]) => resultOf(validated, write));
  }

  /** Each from a client that waits for this one; no open time of a series comes twice. Answers in the order given. */
  async ingestEach(singles: readonly SingleCandle[]): Promise<SingleResult[]> {
    const results = Array<SingleResult>(singles.length);
    // What is stored at once comes first: it may be what others are judged by.
    for (const isTrusted of [true, false]) {
      const batches = batchesOf(singles, isTrusted);
      if (batches.length === 0) continue;
      const written = await this.write(batches, { source: 'post', isTrusted, judgesSpikes: false });
      for (const [number, [validated, write]] of written.entries()) {
        const { seriesId, refused } = resultOf(validated, write);
        const { indices } = batches[number];
        for (const index of indices) results[index] = { seriesId, problems: [] };
        for (const { index, problems } of refused) results[indices[index]] = { seriesId, problems };
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
    { acceptsJumps = false, loadId }: SourceIngestOptions = {},
  ): Promise<SourceIngestResult> {
    const rules = { source, isTrusted: acceptsJumps, judgesSpikes: !acceptsJumps, loadId };
    const written = await this.write(batches, rules, { isConnector: true });
    const ofSeries = <Item>(itemsOf: (write: JudgedWrite) => readonly Item[]) =>
      written.flatMap(([{ name }, write]) => itemsOf(write).map((item) => ({ ...item, name })));
    return {
      written: written.flatMap(([, { writes }]) => writes),
      quarantined: written.reduce(
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
  private write(
    batches: readonly NamedCandles[],
    rules: WriteRules,
    { isConnector = false }: { readonly isConnector?: boolean } = {},
  ): Promise<WrittenBatch[]> {
    return this.writeOnce(batches, rules, isConnector).catch((error: unknown) => {
      if (!(error instanceof SeriesReplacedError)) throw error;
      this.series.forget(batches.map(({ name }) => name));
      return this.writeOnce(batches, rules, isConnector);
    });
  }

  private async writeOnce(
    batches: readonly NamedCandles[],
    rules: WriteRules,
    isConnector: boolean,
  ): Promise<WrittenBatch[]> {
    const { retentionDays } = this.environment;
    const validation = { now: Date.now(), isConnector, retentionDays };
    const checked = batches.map((batch) => validateBatch(batch, validation));
    // A series is not made for candles that are all refused: its id is 0 then.
    const sound = checked.filter(({ candles }) => candles.length > 0);
    const names = sound.map(({ name }) => name);
    const ids = this.series.rememberedIds(names) ?? (await this.series.idsOf(names));
    const idOf = new Map(sound.map((batch, index) => [batch, ids[index]]));
    const validated = checked.map((batch) => ({ ...batch, seriesId: idOf.get(batch) ?? 0 }));
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
      refused.map(({ index: position, problems }) => {
        return { name, candle: batches[index].candles[position], reason: sentenceOf(problems) };
      }),
    );
    if (refused.length > 0) await this.quarantine.keep(refused, source);
  }
}

/** Candles that came on their own, by series; `indices` are those of the singles. */
function batchesOf(singles: readonly SingleCandle[], isTrusted: boolean) {
  const batches = new Map<string, { name: SeriesName; candles: CandleToWrite[]; indices: number[] }>();
  for (const [index, { name, candle, allowOutlier }] of singles.entries()) {
    if (allowOutlier !== isTrusted) continue;
    const key = seriesKey(name);
    const batch = batches.get(key) ?? { name, candles: [], indices: [] };
    batches.set(key, batch);
    batch.candles.push(candle);
    batch.indices.push(index);
  }
  return [...batches.values()];
}

function resultOf({ seriesId, indices, refused }: ValidatedBatch, write: JudgedWrite): IngestResult {
  const { inserted, updated, settled, levelShifts } = write;
  const held = write.held.map(({ index, awaits }): RefusedCandle => {
    const given = indices[index];
    return awaits
      ? { index: given, problems: [HELD_PROBLEM], held: 'awaiting' }
      : { index: given, problems: [SPIKE_PROBLEM], held: 'spike' };
  });
  return { seriesId, inserted, updated, refused: [...refused, ...held], settled, levelShifts };
}
