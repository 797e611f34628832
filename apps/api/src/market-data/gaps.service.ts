import { Injectable } from '@nestjs/common';
import { GapRepairs } from '#domain/gaps/gap-repairs';
import { SeriesGaps } from '#domain/gaps/series-gaps';
import type { Submitter } from '#domain/job-runs/job-runs';
import type { Series } from '#domain/market-data/series/series.entity';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { countExpected, type TimeRange } from '#engine/market/expected-candles';
import { intervalSeconds } from '#engine/market/interval';
import { KNOWN_EXCHANGES } from '#sources/exchanges/known-exchanges';
import { ApiError, present, unprocessable } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import { checkRange } from '../http/validation/check-range';
import { type GapRepairRead, type RepairRequest, toGapRepairRead } from './gap-repair.dto';
import { type GapsRead, type GapsRequest, toGapsRead } from './gaps.dto';

const MOST_GAPS = 1_000;
const MOST_QUARANTINED = 1_000;
/** What is read for one answer: four years of minutes. */
const MOST_CANDLES = 2_000_000;

/** Reports what is missing in a series, and has it requested in a job. */
@Injectable()
export class GapsService {
  constructor(
    private readonly series: SeriesRepository,
    private readonly gaps: SeriesGaps,
    private readonly repairs: GapRepairs,
    private readonly submissions: JobSubmissions,
  ) {}

  async describe(request: GapsRequest): Promise<GapsRead> {
    const series = await this.find(request);
    const range = rangeOf(series, request);
    // By default the first candle counts also when it opens a little late: what is described is what is stored.
    const isAll = !request.start && !request.end;
    const found = await this.gaps.describe(series, isAll ? undefined : range, {
      gapLimit: MOST_GAPS,
      candleLimit: MOST_CANDLES,
    });
    if (found.tooMany) throw tooLong(`holds more than ${MOST_CANDLES} candles`);
    const quarantined = await this.gaps.quarantinedIn(series, found.gaps, MOST_QUARANTINED);
    return toGapsRead(series, range, found, quarantined);
  }

  repair(
    request: RepairRequest,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<GapRepairRead> {
    return this.submissions.submit('gap-repair', { submitter, key }, async () => {
      rangeOf(await this.find(request), request);
      requireConnector(request.exchange);
      return async (manager) => {
        const repair = await this.repairs.request(manager, request, request);
        return { subject: repair.id, answer: toGapRepairRead(repair) };
      };
    });
  }

  async findRepair(id: number): Promise<GapRepairRead> {
    const repair = present(await this.repairs.find(id), 'gap repair', id);
    return toGapRepairRead(repair, await this.submissions.requestOfFailed('gap-repair', repair));
  }

  /** As if candles of the future were not there: until they open, nothing between is missing. */
  private async find({ exchange, symbol, interval }: GapsRequest): Promise<Series> {
    const series = await this.series.find({ exchange, symbol, interval });
    if (series) return Object.assign(series, { lastOpenTime: await this.gaps.lastBegun(series) });
    const detail = `No ${interval} candles of ${symbol} on ${exchange} are stored`;
    throw new ApiError({ status: 404, detail });
  }
}

/** Without a connector the job could only fail. */
function requireConnector(exchange: string): void {
  if (KNOWN_EXCHANGES.has(exchange)) return;
  throw unprocessable([
    {
      field: 'exchange',
      message: `must be one with a connector: sim, or one of the ${KNOWN_EXCHANGES.size - 1} that ccxt knows, such as binance, okx and kraken`,
    },
  ]);
}

/** The time that is meant, as far as candles of it can exist; undefined when nothing is stored and no time is given. */
function rangeOf(
  { firstOpenTime, lastOpenTime, interval, calendar }: Series,
  { start, end }: GapsRequest,
): TimeRange | undefined {
  checkRange({ start, end });
  const from = start ?? firstOpenTime;
  const to = end ?? lastOpenTime;
  if (from === null || to === null) return undefined;
  const seconds = intervalSeconds(interval);
  // A candle that has not closed is not missing.
  const closed = Math.max(lastOpenTime?.getTime() ?? 0, Date.now() - seconds * 1000);
  const range = { from: Math.max(0, from.getTime()), to: Math.min(to.getTime(), closed) + 1 };
  const expected = countExpected(range, seconds, calendar);
  if (expected > MOST_CANDLES) throw tooLong(`spans ${expected} candles of ${interval}`);
  return range;
}

function tooLong(what: string): ApiError {
  return unprocessable(
    [
      {
        field: 'start',
        message: `to end ${what}; at most ${MOST_CANDLES} are read: give a shorter range`,
      },
    ],
    'INVALID_DATE_RANGE',
  );
}
