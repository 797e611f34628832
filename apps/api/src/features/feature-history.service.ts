import { Injectable } from '@nestjs/common';
import { aggregationWarning, type IntervalSeries } from '#domain/market-data/series/interval-candles';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import { FEATURE_VERSION, FEATURES } from '#engine/features/feature-set';
import { joinCandleColumns } from '#engine/market/candle-columns';
import { limitWarnings } from '#engine/market/limit-warnings';
import { entityTagOf } from '../http/entity-tag';
import { SymbolExchange } from '../http/choose-exchange';
import { FeatureHistoryBars, type WarmBars } from './feature-history-bars';
import { FeatureHistoryThreads } from './feature-history-threads';
import { DEFAULT_ROWS, type FeatureHistoryQuery, toHistoryHead } from './feature-history.dto';

/** Values that are in memory as text at a time. */
const CELLS_AT_ONCE = 200_000;
/** Part of the tags: it has to change when the same history is answered in another form. */
const ANSWER_FORM = 'a';

/** A request, with what it is about. */
export interface History {
  readonly query: FeatureHistoryQuery;
  readonly exchange: string | null;
  /** null: nothing is stored. */
  readonly source: IntervalSeries | null;
  /** Indices of FEATURES. */
  readonly chosen: readonly number[];
}

/** Computes features over a range of candles. */
@Injectable()
export class FeatureHistoryService {
  constructor(
    private readonly exchanges: SymbolExchange,
    private readonly series: SeriesRepository,
    private readonly bars: FeatureHistoryBars,
    private readonly unconfirmed: UnconfirmedCandles,
    private readonly threads: FeatureHistoryThreads,
  ) {}

  async find(query: FeatureHistoryQuery, chosen: readonly number[]): Promise<History> {
    const { symbol, interval } = query;
    const exchange = await this.exchanges.of(symbol, query.exchange);
    const source =
      exchange === null ? null : await this.series.findForInterval({ exchange, symbol, interval });
    return { query, exchange, source, chosen };
  }

  async stateOf(history: History): Promise<{ readonly tag: string; readonly warnings: readonly string[] }> {
    const closed = history.source && (await this.bars.lastClosed(history.source));
    const warnings = await this.warningsOf(history);
    return { tag: tagOf(history, closed, warnings), warnings };
  }

  async json(history: History, warnings: readonly string[], signal: AbortSignal): Promise<Buffer> {
    const { query, exchange, source, chosen } = history;
    const members = toHistoryHead(query, exchange, warnings);
    const head = `${JSON.stringify(members).slice(0, -1)},`;
    const bars = source
      ? await this.bars.limited(source, query, query.limit ?? DEFAULT_ROWS, signal)
      : { candles: joinCandleColumns([]), from: 0 };
    return this.threads.run({ ...bars, chosen, form: 'json', head }, signal);
  }

  /** A head and the lines, in pieces. */
  async *lines({ query, source, chosen }: History, signal: AbortSignal): AsyncGenerator<Buffer> {
    let head = `open_time,${chosen.map((index) => FEATURES[index].name).join(',')}\n`;
    for await (const bars of source ? this.pieces(query, source, chosen.length, signal) : []) {
      yield await this.threads.run({ ...bars, chosen, form: 'csv', head }, signal);
      head = '';
    }
    if (head !== '') yield Buffer.from(head);
  }

  private async *pieces(
    query: FeatureHistoryQuery,
    source: IntervalSeries,
    width: number,
    signal: AbortSignal,
  ): AsyncGenerator<WarmBars> {
    if (query.limit !== undefined) yield await this.bars.limited(source, query, query.limit, signal);
    else yield* this.bars.pieces(source, query, Math.ceil(CELLS_AT_ONCE / width), signal);
  }

  private async warningsOf({ source, query: { start, end } }: History): Promise<string[]> {
    if (!source) return [];
    const aggregated = source.series.interval === source.interval ? [] : [aggregationWarning(source)];
    return limitWarnings([
      ...aggregated,
      ...(await this.unconfirmed.warnings([source.series], { start, end })),
    ]);
  }
}

/** A candle can close, or stay unconfirmed, without a change of its series. */
function tagOf(
  { query, exchange, source, chosen }: History,
  closed: Date | null,
  warnings: readonly string[],
): string {
  const { symbol, interval, start, end, limit } = query;
  const series = source?.series;
  const state = [series?.id, series?.version, series?.lastWriteAt, series?.calendar, closed, warnings];
  return entityTagOf(
    JSON.stringify([
      ANSWER_FORM,
      FEATURE_VERSION,
      ...state,
      exchange,
      symbol,
      interval,
      start,
      end,
      limit,
      chosen,
    ]),
  );
}
