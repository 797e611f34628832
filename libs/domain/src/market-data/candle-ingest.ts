import { Inject, Injectable } from '@nestjs/common';
import { intervalSeconds } from '#engine/market/interval';
import { OUTLIER_WINDOW } from '#engine/market/outlier';
import { type FieldProblem, validateOnGrid } from '#engine/market/validate-candle';
import { CANDLE_ANNOUNCER, type CandleAnnouncer } from './candle-announcer';
import { OUTLIER_PROBLEM, problemsOf, sentenceOf } from './candle-problems';
import { CandleQuarantine, type CandleToQuarantine } from './candle-quarantine';
import type { CandleSource } from './candle-source';
import type { CandleToWrite, SeriesWrite } from './candle-writes';
import { CandlestickStore } from './candlestick.store';
import { earliestOf, findOutliers, findOutliersEach } from './find-outliers';
import { type SeriesName, SeriesRepository } from './series.repository';
import { type NamedBatch, type SpikeVerdict, SpikeWatch } from './spike-watch';

interface RefusedCandle {
  /** Its place in what was given. */
  readonly index: number;
  readonly problems: readonly FieldProblem[];
}

export interface IngestResult extends Pick<SeriesWrite, 'seriesId' | 'inserted' | 'updated'> {
  readonly refused: readonly RefusedCandle[];
}

export interface NamedCandles {
  readonly name: SeriesName;
  readonly candles: readonly CandleToWrite[];
}

interface IngestOptions {
  readonly allowOutliers?: boolean;
}

interface SourceIngestOptions {
  /** The source vouches for its history: a close that jumps and is back on the next day is what was traded. */
  readonly trustsJumps?: boolean;
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

interface SortedOut extends NamedBatch {
  readonly refused: RefusedCandle[];
  /** For each candle its place in what was given. */
  readonly indices: readonly number[];
}

export interface SourceIngestResult {
  readonly written: readonly SeriesWrite[];
  readonly quarantined: number;
}

/** The one way in for candles, whoever brings them: what breaks a rule is answered or kept apart, the rest is stored. */
@Injectable()
export class CandleIngest {
  constructor(
    private readonly series: SeriesRepository,
    private readonly store: CandlestickStore,
    private readonly quarantine: CandleQuarantine,
    @Inject(CANDLE_ANNOUNCER) private readonly announcer: CandleAnnouncer,
    private readonly spikes: SpikeWatch,
  ) {}

  async ingest(
    name: SeriesName,
    candles: readonly CandleToWrite[],
    options: IngestOptions = {},
  ): Promise<IngestResult> {
    return (await this.ingestSeveral([{ name, candles }], options))[0];
  }

  /**
   * From somebody who hears of a refusal: what breaks a rule is answered, for each series given and in their order. Each
   * is named once.
   */
  async ingestSeveral(
    batches: readonly NamedCandles[],
    { allowOutliers = false }: IngestOptions = {},
  ): Promise<IngestResult[]> {
    const now = Date.now();
    const sortedOut: SortedOut[] = [];
    for (const batch of batches) sortedOut.push(await this.sortOut(batch, now));
    const accepted = allowOutliers ? sortedOut : await this.refuseOutliers(sortedOut);
    const writes = new Map((await this.write(accepted)).map((write) => [write.seriesId, write]));
    return accepted.map(({ seriesId, refused }) => {
      const { inserted, updated } = writes.get(seriesId) ?? { inserted: 0, updated: 0 };
      return { seriesId, inserted, updated, refused };
    });
  }

  /** Each from somebody who hears of a refusal of that one; no place of a series comes twice. Answers in the order given. */
  async ingestEach(singles: readonly SingleCandle[]): Promise<SingleResult[]> {
    await this.series.rememberIds(singles.map(({ name }) => name));
    const batches = new Map<number, NamedBatch & { candles: CandleToWrite[] }>();
    const results: SingleResult[] = [];
    for (const candle of await this.judgeEach(singles)) {
      const { seriesId, isOutlier, name } = candle;
      results.push({ seriesId, problems: isOutlier ? [OUTLIER_PROBLEM] : [] });
      if (isOutlier) continue;
      const batch = batches.get(seriesId) ?? { name, seriesId, interval: name.interval, candles: [] };
      batches.set(seriesId, batch);
      batch.candles.push(candle.candle);
    }
    await this.write([...batches.values()]);
    return results;
  }

  /**
   * From a connector of ours, each series named once: what breaks a rule goes into quarantine with the reason. What does not
   * lie on its interval's grid breaks one, and so does a spike; what may be one waits there for the candle after it.
   */
  async ingestFromSource(
    batches: readonly NamedCandles[],
    source: CandleSource,
    { trustsJumps = false }: SourceIngestOptions = {},
  ): Promise<SourceIngestResult> {
    const now = Date.now();
    const refused: CandleToQuarantine[] = [];
    const sound: NamedBatch[] = [];
    for (const { name, candles } of batches) {
      const kept = candles.filter((candle) => {
        const problems = problemsOf(candle, now);
        problems.push(...validateOnGrid(candle.openTime.getTime(), intervalSeconds(name.interval)));
        if (problems.length > 0) refused.push({ name, candle, reason: sentenceOf(problems) });
        return problems.length === 0;
      });
      if (kept.length === 0) continue;
      sound.push({ name, seriesId: await this.series.idOf(name), interval: name.interval, candles: kept });
    }
    const verdict = trustsJumps ? UNJUDGED : await this.spikes.judge(sound);
    try {
      // What leaves the quarantine is stored first, what enters it is kept first: whenever this ends, nothing is lost.
      refused.push(...verdict.refused);
      if (refused.length > 0) await this.quarantine.keep(refused, source);
      const removed = await this.store.removeForming(verdict.spikes);
      const written = await this.write(trustsJumps ? sound : verdict.accepted);
      if (verdict.released.length > 0) await this.quarantine.release(verdict.released);
      if (trustsJumps) this.spikes.forget(sound);
      else this.spikes.noteWrites([...removed, ...written]);
      return { written, quarantined: refused.length };
    } catch (error) {
      this.spikes.forget(sound);
      throw error;
    }
  }

  private async judgeEach(singles: readonly SingleCandle[]) {
    const ids: number[] = [];
    for (const { name } of singles) ids.push(await this.series.idOf(name));
    const judged = [...singles.keys()].filter((index) => !singles[index].allowOutlier);
    const places = judged.map((index) => ({
      seriesId: ids[index],
      openTime: singles[index].candle.openTime,
    }));
    const closes = places.length > 0 ? await this.store.closesBefore(places, OUTLIER_WINDOW) : [];
    const storedBefore = new Map(judged.map((index, place) => [index, closes[place]]));
    const outliers = findOutliersEach(
      singles.map(({ candle }, index) => ({
        seriesId: ids[index],
        candle,
        storedBefore: storedBefore.get(index),
      })),
    );
    return singles.map((single, index) => ({
      ...single,
      seriesId: ids[index],
      isOutlier: outliers.has(index),
    }));
  }

  private async write(batches: readonly NamedBatch[]): Promise<SeriesWrite[]> {
    const filled = batches.filter(({ candles }) => candles.length > 0);
    if (filled.length === 0) return [];
    const writes = await this.store.upsert(filled);
    const bySeries = new Map(filled.map((batch) => [batch.seriesId, batch]));
    this.announcer.announce(
      writes.map((write) => {
        const { name, candles } = bySeries.get(write.seriesId)!;
        return { ...write, name, candles };
      }),
    );
    return writes;
  }

  /** A series is not made for candles that are all refused: its id is 0 then. */
  private async sortOut({ name, candles }: NamedCandles, now: number): Promise<SortedOut> {
    const sound: CandleToWrite[] = [];
    const indices: number[] = [];
    const refused: RefusedCandle[] = [];
    for (const [index, candle] of candles.entries()) {
      const problems = problemsOf(candle, now);
      if (problems.length > 0) {
        refused.push({ index, problems });
      } else {
        sound.push(candle);
        indices.push(index);
      }
    }
    const seriesId = sound.length > 0 ? await this.series.idOf(name) : 0;
    return { name, seriesId, interval: name.interval, candles: sound, indices, refused };
  }

  private async refuseOutliers(batches: readonly SortedOut[]): Promise<SortedOut[]> {
    const filled = batches.filter(({ candles }) => candles.length > 0);
    if (filled.length === 0) return [...batches];
    const places = filled.map(({ seriesId, candles }) => ({ seriesId, openTime: earliestOf(candles) }));
    const closes = await this.store.closesBefore(places, OUTLIER_WINDOW);
    const closesOf = new Map(filled.map((batch, index) => [batch, closes[index].map(({ close }) => close)]));
    return batches.map((batch) => {
      const outliers = findOutliers(batch.candles, closesOf.get(batch) ?? []);
      if (outliers.size === 0) return batch;
      const { candles, indices } = batch;
      return {
        ...batch,
        candles: candles.filter((_, place) => !outliers.has(place)),
        refused: [
          ...batch.refused,
          ...[...outliers].map((place) => ({ index: indices[place], problems: [OUTLIER_PROBLEM] })),
        ],
      };
    });
  }
}

const UNJUDGED: SpikeVerdict = { accepted: [], refused: [], spikes: [], released: [] };
