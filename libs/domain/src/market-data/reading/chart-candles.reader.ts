import { Injectable } from '@nestjs/common';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import {
  allocateCandleColumns,
  type CandleColumns,
  joinCandleColumns,
  sliceCandleColumns,
} from '#engine/market/candle-columns';
import { intervalSeconds } from '#engine/market/interval';
import { poolOf } from '../../postgres/pool';
import { withConnection } from '../../postgres/with-connection';
import type { CandleNumbers } from '../series/candle-numbers';
import type { IntervalSeries } from '../series/interval-candles';
import { BarReader } from './bar-reader';
import { type BarRange, barsSql, extentOf, groupsSql } from './chart-bars-sql';
import { CopyBinaryDecoder, decoding } from './decode-copy-binary';
import { openTimeSql } from './candlestick-json';

interface ChartRange {
  /** Open times, both inclusive. Without a start the last bars up to the end are meant. */
  readonly start?: Date;
  readonly end?: Date;
}

/** A candle of a chart: one bar, or several that follow one another. Numbers are decimal text, digit for digit. */
export interface ChartCandle extends CandleNumbers {
  /** Of its first bar, as RFC 3339. */
  readonly openTime: string;
  readonly isClosed: boolean;
  /** Whether a stored candle in it was corrected after it had closed. */
  readonly isCorrected: boolean;
}

/** Which groups of bars a chart shows. */
export interface ChartPlan {
  readonly source: IntervalSeries;
  readonly barsPerCandle: number;
  /** Number of the first bar of the range: of all bars where several make a candle, else 0. */
  readonly before: number;
  /** Open times of the first and the last bar that may be shown, ms. */
  readonly from: number;
  readonly to: number;
  /** Open time (ms) of the newest bar of the series where it is not whole yet. */
  readonly openBar: number | null;
}

/** Reads what a chart draws, aggregated by the database: a million candles take it a third of a second, and this process nothing. */
@Injectable()
export class ChartCandlesReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly bars: BarReader,
  ) {}

  /** null: the range has no candles. As few bars make one candle as the most candles allow. */
  async plan(source: IntervalSeries, { start, end }: ChartRange, most: number): Promise<ChartPlan | null> {
    const extent = extentOf(source);
    if (!extent) return null;
    const to = Math.min(extent.to, end?.getTime() ?? Infinity);
    const { openBar } = extent;
    if (!start) {
      const { from, count } = await this.barsBefore(source, extent, to + 1, most);
      return count === 0 ? null : { source, barsPerCandle: 1, before: 0, from, to, openBar };
    }
    const from = Math.max(extent.from, start.getTime());
    if (from > to) return null;
    const isWhole = source.series.interval === source.interval && from === extent.from && to === extent.to;
    const count = isWhole ? source.series.candleCount : await this.count(source, { from, to });
    if (count === 0) return null;
    if (count <= most) return { source, barsPerCandle: 1, before: 0, from, to, openBar };
    const before = from === extent.from ? 0 : await this.count(source, { from: extent.from, to: from - 1 });
    return { source, barsPerCandle: groupSize(before, count, most), before, from, to, openBar };
  }

  async candles(plan: ChartPlan): Promise<ChartCandle[]> {
    const { range, grouping } = await this.groupsOf(plan, 0);
    const { rows } = await poolOf(this.dataSource).query<ChartCandle>(
      `select ${openTimeSql('open_time')} as "openTime", open::text, high::text, low::text, close::text, volume::text,
         closed as "isClosed", is_corrected as "isCorrected"
       from (${groupsSql(plan.source, range, grouping)}) candle order by open_time`,
    );
    const last = rows.at(-1);
    if (last && plan.openBar === plan.to) rows[rows.length - 1] = { ...last, isClosed: false };
    return rows;
  }

  /** As many candles before the first one as there are, up to so many, of the same size. */
  async warmup(plan: ChartPlan, candles: number, signal: AbortSignal): Promise<CandleColumns> {
    const { range, grouping, groupsBefore } = await this.groupsOf(plan, candles);
    if (groupsBefore === 0) return joinCandleColumns([]);
    const columns = allocateCandleColumns(groupsBefore);
    const decoder = new CopyBinaryDecoder(columns);
    const before = { from: range.from, to: plan.from - 1 };
    const sql = `select open_time, open, high, low, close, volume from (${groupsSql(plan.source, before, grouping)}) candle
      where "group" < ${firstGroupOf(plan)} order by open_time`;
    await withConnection(poolOf(this.dataSource), (client) =>
      pipeline(client.query(copyTo(`copy (${sql}) to stdout (format binary)`)), decoding(decoder), {
        signal,
      }),
    );
    return sliceCandleColumns(columns, 0, decoder.rowCount);
  }

  /** The bars that hold the groups of a plan and so many groups before them. */
  private async groupsOf(plan: ChartPlan, warmup: number) {
    const { source, barsPerCandle, before, from, to } = plan;
    const first = firstGroupOf(plan);
    const bars = before - first * barsPerCandle + warmup * barsPerCandle;
    const { from: begin, count: loaded } = await this.barsBefore(source, extentOf(source)!, from, bars);
    const firstBar = before - loaded;
    // Where one bar is a candle their numbers are negative before the range.
    const groupsBefore = Math.min(
      warmup,
      Math.floor((loaded - (before - first * barsPerCandle)) / barsPerCandle),
    );
    const grouping = { firstBar, barsPerGroup: barsPerCandle, firstGroup: first - groupsBefore };
    return { range: { from: begin, to }, grouping, groupsBefore };
  }

  /** Where the last so many bars before a time (ms) begin, or as many as there are; the time itself where there is none. */
  private async barsBefore(source: IntervalSeries, extent: BarRange, time: number, bars: number) {
    if (bars === 0) return { from: time, count: 0 };
    // A session has fewer bars than the stored candles make up, where some of these are traded before and after it.
    for (let candles = bars; ; candles *= 2) {
      const from = Math.max(extent.from, await this.bars.begin(source, time, candles));
      const { rows } = await poolOf(this.dataSource).query<{ bar: Date | null; count: string }>(
        `select min(bar) as bar, count(*) as count
         from (select bar from (${barsSql(source, { from, to: time - 1 })}) bars order by bar desc limit $1) newest`,
        [bars],
      );
      const [{ bar, count }] = rows;
      if (Number(count) === bars || from === extent.from)
        return { from: bar?.getTime() ?? time, count: Number(count) };
    }
  }

  private async count(source: IntervalSeries, range: BarRange): Promise<number> {
    const { rows } = await poolOf(this.dataSource).query<{ count: string }>(
      `select count(*) from (${barsSql(source, range)}) bars`,
    );
    return Number(rows[0].count);
  }
}

function firstGroupOf({ before, barsPerCandle }: ChartPlan): number {
  return Math.floor(before / barsPerCandle);
}

/** The fewest bars that make one candle for so many bars, before which there are others, to be at most so many candles. */
function groupSize(before: number, count: number, most: number): number {
  let size = Math.ceil(count / most);
  while (Math.floor((before + count - 1) / size) - Math.floor(before / size) + 1 > most) size++;
  return size;
}

/** The open time (ms) after the last stored candle that is in the candles of a plan. */
export function endOf({ source, to }: ChartPlan): number {
  return to + intervalSeconds(source.interval) * 1000;
}
