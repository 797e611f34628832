import type { IngestResult, NamedCandles } from '#domain/market-data/candle-ingest';
import { offGridAmong } from '#domain/market-data/off-grid-among';
import type { CandleToWrite } from '#domain/market-data/candlestick.store';
import type { SeriesName } from '#domain/market-data/series.repository';
import type { CandleRecord } from '#engine/market/candle-record';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { CandleBulkResult } from './candle-bulk.dto';

const LISTED_ERRORS = 1_000;

interface SeriesLines extends NamedCandles {
  readonly candles: CandleToWrite[];
  readonly lines: number[];
}

interface RefusedLine {
  readonly line: number;
  readonly errors: readonly FieldProblem[];
}

/** Lines that are stored together, by their series. */
export class CandleBulkBatch {
  readonly refused: RefusedLine[] = [];
  size = 0;
  lastLine = 0;
  private readonly bySeries = new Map<string, SeriesLines>();
  private latest: SeriesLines | undefined;

  add(line: number, content: CandleRecord | readonly FieldProblem[]): void {
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
      const key = JSON.stringify([exchange, symbol, interval]);
      this.latest = this.bySeries.get(key);
      if (!this.latest) {
        this.latest = { name: { exchange, symbol, interval }, candles: [], lines: [] };
        this.bySeries.set(key, this.latest);
      }
    }
    return this.latest!;
  }
}

/** Counts what became of the lines. */
export class CandleBulkTally {
  /** Every line up to this one has been dealt with. */
  lastLine = 0;
  private received = 0;
  private inserted = 0;
  private updated = 0;
  private refused = 0;
  private offGrid = 0;
  private readonly errors: RefusedLine[] = [];

  count(batch: CandleBulkBatch, results: readonly IngestResult[]): void {
    const refused = [...batch.refused];
    for (const [index, series] of batch.series.entries()) {
      const result = results[index];
      this.inserted += result.inserted;
      this.updated += result.updated;
      this.offGrid += offGridAmong(series, result.refused);
      for (const { index: place, problems } of result.refused)
        refused.push({ line: series.lines[place], errors: problems });
    }
    refused.sort((a, b) => a.line - b.line);
    this.errors.push(...refused.slice(0, LISTED_ERRORS - this.errors.length));
    this.refused += refused.length;
    this.received += batch.size;
    this.lastLine = batch.lastLine;
  }

  toResult(): CandleBulkResult {
    const { received, inserted, updated, refused, offGrid, errors } = this;
    const unchanged = received - inserted - updated - refused;
    return {
      ...{ received, inserted, updated, unchanged, refused, off_grid: offGrid },
      errors: errors as CandleBulkResult['errors'],
      errors_truncated: refused > errors.length,
    };
  }
}
