import { SPIKE_PROBLEM } from '#domain/market-data/ingest/candle-problems';
import type { IngestResult } from '#domain/market-data/ingest/candle-ingest';
import type { NamedCandles } from '#domain/market-data/series/candle-writes';
import { HeldLines } from '#domain/market-data/ingest/held-lines';
import { offGridAmong } from '#domain/market-data/ingest/off-grid-among';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { seriesKey, type SeriesName } from '#domain/market-data/series/series-name';
import type { Calendar } from '#engine/calendar/calendar';
import type { CandleRecord } from '#engine/market/candle-record';
import type { FieldProblem } from '#engine/market/validate-candle';
import { checkRefused, LISTED_ERRORS, type RefusedLine } from '../http/uploads/refused-lines';
import {
  type CandleBulkResult,
  type LevelShiftRead,
  toCandleBulkResult,
  toLevelShift,
} from './candle-bulk.dto';

interface SeriesLines extends NamedCandles {
  readonly candles: CandleToWrite[];
  readonly lines: number[];
}

/** The candle of a line, or what is wrong with it. */
export type LineContent = CandleRecord | readonly FieldProblem[];

/** What storing a batch gave, and by which calendars its series trade. */
export interface StoredBatch {
  /** In the order of the batch's series. */
  readonly results: readonly IngestResult[];
  readonly calendarOf: (name: SeriesName) => Calendar;
}

/** Lines that are stored together, by their series. */
export class CandleBulkBatch {
  readonly refused: RefusedLine[] = [];
  size = 0;
  lastLine = 0;
  private readonly bySeries = new Map<string, SeriesLines>();
  private latest: SeriesLines | undefined;

  add(line: number, content: LineContent): void {
    this.size++;
    this.lastLine = line;
    if ('length' in content) {
      this.refused.push({ line, errors: content });
      return;
    }
    const { openTime, open, high, low, close, volume } = content;
    const series = this.seriesOf(content);
    series.candles.push({ openTime: new Date(openTime), open, high, low, close, volume });
    series.lines.push(line);
  }

  get series(): readonly SeriesLines[] {
    return [...this.bySeries.values()];
  }

  /** Most lines belong to the series of the line before. */
  private seriesOf({ exchange, symbol, interval }: SeriesName): SeriesLines {
    const latest = this.latest?.name;
    if (latest?.symbol !== symbol || latest.exchange !== exchange || latest.interval !== interval) {
      const key = seriesKey({ exchange, symbol, interval });
      this.latest = this.bySeries.get(key);
      if (!this.latest) {
        this.latest = { name: { exchange, symbol, interval }, candles: [], lines: [] };
        this.bySeries.set(key, this.latest);
      }
    }
    return this.latest!;
  }
}

/** Counts the outcomes of the lines. */
export class CandleBulkTally {
  /** Every line up to this one has been dealt with. */
  lastLine = 0;
  private received = 0;
  private inserted = 0;
  private updated = 0;
  private refused = 0;
  private offGrid = 0;
  private errors: RefusedLine[] = [];
  private readonly held = new HeldLines();
  private readonly levelShifts: LevelShiftRead[] = [];

  count(batch: CandleBulkBatch, { results, calendarOf }: StoredBatch): void {
    const refused = [...batch.refused];
    for (const [index, series] of batch.series.entries()) {
      const result = results[index];
      this.inserted += result.inserted;
      this.updated += result.updated;
      this.offGrid += offGridAmong(series, result.refused, calendarOf(series.name));
      for (const { index: position, problems } of result.refused)
        refused.push({ line: series.lines[position], errors: problems });
      for (const { line, outcome } of this.held.note(series.name, result, series)) this.settle(line, outcome);
      this.levelShifts.push(...result.levelShifts.map((shift) => toLevelShift(series.name, shift)));
    }
    refused.sort((a, b) => a.line - b.line);
    this.errors.push(...refused.slice(0, LISTED_ERRORS - this.errors.length));
    this.refused += refused.length;
    this.received += batch.size;
    this.lastLine = batch.lastLine;
    this.checkRefused(0);
  }

  /** Throws when there are too many with so many that are not counted yet. */
  checkRefused(uncounted: number): void {
    checkRefused(this.refused + uncounted, this.errors.at(0));
  }

  /** How far it came, in words. */
  describe(): string {
    const { lastLine, inserted, updated, refused } = this;
    return `its lines up to ${lastLine} are dealt with (${inserted} inserted, ${updated} updated, ${refused} refused)`;
  }

  /** A line of a batch before, whose candle was held until now. */
  private settle(line: number, outcome: IngestResult['settled'][number]['outcome']): void {
    if (outcome === 'spike') {
      this.errors = this.errors.map((error) =>
        error.line === line ? { line, errors: [SPIKE_PROBLEM] } : error,
      );
      return;
    }
    this.errors = this.errors.filter((error) => error.line !== line);
    this.refused--;
    if (outcome !== 'replaced') this[outcome]++;
  }

  toResult(): CandleBulkResult {
    const { received, inserted, updated, refused, offGrid, errors, held, levelShifts } = this;
    return toCandleBulkResult({
      received,
      inserted,
      updated,
      refused,
      held: held.count,
      offGrid,
      levelShifts,
      errors,
    });
  }
}
