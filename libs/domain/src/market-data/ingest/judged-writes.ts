import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { isAscending } from '../series/copy-candles';
import { CANDLE_ANNOUNCER, type CandleAnnouncer } from './candle-announcer';
import { CandleQuarantine, OUTLIER_REASON } from '../quarantine/candle-quarantine';
import type { CandleSource, SeriesBatch, SeriesWrite } from '../series/candle-writes';
import { CandlestickStore } from '../series/candlestick.store';
import { HeldCandles, type KnownAround } from '../quarantine/held-candles';
import { hasJump } from '../quarantine/outlier-suspects';
import { acceptAll, type SpikeVerdict, SpikeWatch } from '../quarantine/spike-watch';
import { type JudgedWrite, NOTHING, outcomesOf } from './judged-write';
import { type SettledCandle, settledOf } from './settled-candles';

export interface WriteRules {
  readonly source: CandleSource;
  /** Stored at once whatever it looks like: by request, or from a source that is trusted with its history. */
  readonly isTrusted: boolean;
  /** Jumps below ten times are judged as well, by the one candle after them. */
  readonly judgesSpikes: boolean;
  /** What it is a part of: one event reports all of it (CandleLoads). */
  readonly loadId?: string;
}

/** More are judged by their extent, in a statement of its own, and stored by COPY where they end their series. */
const MOST_JUDGED_BY_THE_STATEMENT = 500;

interface AscendingBatch extends SeriesBatch {
  /** Where each candle was in the batch that was given; undefined where that was ascending. */
  readonly order?: readonly number[];
}

interface PartlyWritten {
  readonly outcomes: Map<AscendingBatch, JudgedWrite>;
  /** Of which nothing is stored. */
  readonly suspects: ReadonlySet<AscendingBatch>;
}

const NOTHING_DECIDED: ReadonlyMap<number, JudgedWrite> = new Map();

/** The way of sound candles into their series: they are judged, and decide about those held before them. */
@Injectable()
export class JudgedWrites {
  constructor(
    private readonly store: CandlestickStore,
    private readonly quarantine: CandleQuarantine,
    @Inject(CANDLE_ANNOUNCER) private readonly announcer: CandleAnnouncer,
    private readonly spikeWatch: SpikeWatch,
    private readonly heldCandles: HeldCandles,
  ) {}

  /** Each series named once; answers in the order given. Candles of a batch are judged in ascending time. */
  async write(batches: readonly SeriesBatch[], rules: WriteRules): Promise<JudgedWrite[]> {
    const filled = batches.map((batch) => (batch.candles.length > 0 ? ascendingOf(batch) : undefined));
    const judged = filled.filter((batch) => batch !== undefined);
    try {
      const { outcomes, suspects } = await this.writeUnlessSuspect(judged, rules);
      for (const batch of suspects) outcomes.set(batch, await this.decide(batch, rules, { isStored: false }));
      return filled.map((batch) => (batch && outcomes.get(batch)) ?? NOTHING);
    } catch (error) {
      this.spikeWatch.forget(judged);
      throw error;
    }
  }

  /** Leaves to `decide` what may hold an outlier. */
  private writeUnlessSuspect(batches: readonly AscendingBatch[], rules: WriteRules): Promise<PartlyWritten> {
    const count = batches.reduce((sum, { candles }) => sum + candles.length, 0);
    const isJudgedByTheStatement =
      !rules.isTrusted && !rules.judgesSpikes && count <= MOST_JUDGED_BY_THE_STATEMENT;
    return isJudgedByTheStatement ? this.writeFew(batches, rules) : this.writeMany(batches, rules);
  }

  private async writeMany(batches: readonly AscendingBatch[], rules: WriteRules): Promise<PartlyWritten> {
    if (rules.isTrusted) return { outcomes: await this.writeSound(batches, rules), suspects: new Set() };
    const suspects = await this.heldCandles.suspectsAmong(batches, (batch) =>
      rules.judgesSpikes ? this.spikeWatch.closeBefore(batch) : undefined,
    );
    const sound = batches.filter((batch) => !suspects.has(batch));
    return { outcomes: await this.writeSound(sound, rules), suspects };
  }

  /** One statement judges and stores: of candles that come one by one, a round trip is most of the time that they take. */
  private async writeFew(batches: readonly AscendingBatch[], rules: WriteRules): Promise<PartlyWritten> {
    this.spikeWatch.forget(batches);
    const suspects = new Set(batches.filter(({ candles }) => hasJump(candles)));
    const sound = batches.filter((batch) => !suspects.has(batch));
    if (sound.length === 0) return { outcomes: new Map(), suspects };
    const { writes, suspects: suspectIds } = await this.store.upsertUnlessSuspect(sound, rules.loadId);
    this.announce(sound, writes);
    for (const batch of sound) if (suspectIds.has(batch.seriesId)) suspects.add(batch);
    const stored = sound.filter((batch) => !suspects.has(batch));
    const decides = writes.some(({ heldCandles }) => heldCandles > 0);
    const decided = decides ? await this.decideHeld(stored, writes, rules) : NOTHING_DECIDED;
    return { outcomes: outcomesOf(stored, { writes, decided }), suspects };
  }

  /** Batches that hold no outlier. */
  private async writeSound(
    batches: readonly AscendingBatch[],
    rules: WriteRules,
  ): Promise<Map<AscendingBatch, JudgedWrite>> {
    const verdict = await this.judgeSpikes(batches, rules);
    // What leaves the quarantine is stored first, what enters it is kept first: whenever this ends, nothing is lost.
    if (verdict.refused.length > 0) await this.quarantine.keep(verdict.refused, rules.source);
    const removed = await this.store.removeForming(verdict.spikes);
    const accepted = verdict.accepted.filter(({ candles }) => candles.length > 0);
    const writes = accepted.length > 0 ? await this.store.upsert(accepted, rules.loadId) : [];
    this.announce(accepted, writes);
    if (verdict.released.length > 0) await this.quarantine.release(verdict.released);
    if (rules.judgesSpikes) this.spikeWatch.noteWrites([...removed, ...writes]);
    else this.spikeWatch.forget(batches);
    const decided = await this.decideHeld(batches, writes, rules);
    return outcomesOf(batches, { writes, decided, refused: verdict.refused });
  }

  /** What batches that are stored are the next candles of is decided about now; by series. */
  private async decideHeld(
    batches: readonly AscendingBatch[],
    writes: readonly SeriesWrite[],
    rules: WriteRules,
  ): Promise<Map<number, JudgedWrite>> {
    const decided = new Map<number, JudgedWrite>();
    const due = new Set(writes.filter(({ heldCandles }) => heldCandles > 0).map(({ seriesId }) => seriesId));
    for (const batch of batches) {
      if (due.has(batch.seriesId))
        decided.set(batch.seriesId, await this.decide(batch, rules, { isStored: true }));
    }
    return decided;
  }

  /** Judges the candles of a batch as outliers, or, where they are stored already, what they decide about. */
  private async decide(
    batch: AscendingBatch,
    rules: WriteRules,
    { isStored }: { readonly isStored: boolean },
  ): Promise<JudgedWrite> {
    const { outcome, accepted, verdict, spikes } = await this.heldCandles.underLock(batch, async (client) => {
      const around = isStored ? { ...batch, candles: [] } : batch;
      const known = await this.heldCandles.knownAround(client, around);
      const { judge } = known;
      for (const [position, candle] of batch.candles.entries()) {
        const openTime = candle.openTime.getTime();
        if (isStored) judge.replace(openTime);
        else
          judge.put({
            openTime,
            close: Number(candle.close),
            candle,
            index: batch.order?.[position] ?? position,
          });
      }
      judge.settle();
      return this.carryOut(client, batch, known, rules);
    });
    this.announce([accepted], outcome.writes);
    if (verdict.released.length > 0) await this.quarantine.release(verdict.released);
    if (rules.judgesSpikes) {
      const times = spikes.map((openTime) => ({ ...batch, openTime: new Date(openTime) }));
      await this.store.removeForming([...times, ...verdict.spikes]);
    }
    this.spikeWatch.forget([batch]);
    return outcome;
  }

  private async carryOut(client: PoolClient, batch: AscendingBatch, known: KnownAround, rules: WriteRules) {
    const { name } = batch;
    const { stored, held, dropped, levelShifts } = known.judge.judgement();
    const accepted = { ...batch, candles: stored.map(({ candle }) => candle) };
    const verdict = await this.judgeSpikes(accepted.candles.length > 0 ? [accepted] : [], rules);
    const ownHeld = held.filter(({ candle }) => candle.index !== undefined);
    const kept = ownHeld.map(({ candle: { candle }, awaits }) => {
      return { name, candle, reason: OUTLIER_REASON, awaitsNextCandle: awaits };
    });
    const toKeep = [...verdict.refused, ...kept];
    if (toKeep.length > 0) await this.quarantine.keep(toKeep, rules.source, client);
    const spikes = held.filter(({ awaits }) => !awaits).map(({ candle }) => candle.openTime);
    await this.heldCandles.note(client, batch, { spikes, dropped });
    const toWrite = verdict.accepted.filter(({ candles }) => candles.length > 0);
    const writes =
      toWrite.length > 0 ? await this.store.merge(toWrite, { database: client, loadId: rules.loadId }) : [];

    const settled = settledOf(known, { stored, held, dropped });
    const count = (wanted: SettledCandle['outcome']) =>
      settled.filter(({ outcome }) => outcome === wanted).length;
    const outcome: JudgedWrite = {
      inserted: (writes.at(0)?.inserted ?? 0) - count('inserted'),
      updated: (writes.at(0)?.updated ?? 0) - count('updated'),
      writes,
      held: ownHeld.map(({ candle, awaits }) => ({ index: candle.index!, awaits })),
      settled,
      levelShifts,
      spikes: verdict.refused.length,
    };
    return { outcome, accepted, verdict, spikes };
  }

  private judgeSpikes(batches: readonly SeriesBatch[], { judgesSpikes }: WriteRules): Promise<SpikeVerdict> {
    if (judgesSpikes && batches.length > 0) return this.spikeWatch.judge(batches);
    return Promise.resolve(acceptAll(batches));
  }

  private announce(batches: readonly SeriesBatch[], writes: readonly SeriesWrite[]): void {
    if (writes.length === 0) return;
    const bySeries = new Map(batches.map((batch) => [batch.seriesId, batch]));
    this.announcer.announce(
      writes.map((write) => {
        const { name, candles } = bySeries.get(write.seriesId)!;
        return { name, write, candles };
      }),
    );
  }
}

function ascendingOf(batch: SeriesBatch): AscendingBatch {
  const { candles } = batch;
  if (isAscending(candles)) return batch;
  const timeAt = (index: number) => candles[index].openTime.getTime();
  const order = [...candles.keys()].sort((one, other) => timeAt(one) - timeAt(other));
  return { ...batch, candles: order.map((index) => candles[index]), order };
}
