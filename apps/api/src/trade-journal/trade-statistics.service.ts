import { Injectable } from '@nestjs/common';
import {
  type TradesToJudge,
  TooManyTrades,
  TradeStatisticsReader,
} from '#domain/trade-journal/trade-statistics-reader';
import { ApiError } from '../http/api-error';
import { checkRange } from '../http/validation/check-range';
import { toJournalFilter } from './journal-query.dto';
import {
  type TradeStatisticsQuery,
  type TradeStatisticsRead,
  toTradeStatistics,
} from './trade-statistics.dto';
import { runTradeStatisticsTask } from './trade-statistics.thread';
import { TradeStatisticsThreads } from './trade-statistics-threads';

const MOST_GROUPS = 1_000;
/** They take the event loop some milliseconds; a thread would take longer to start. */
const MOST_TRADES_HERE = 2_000;

@Injectable()
export class TradeStatisticsService {
  constructor(
    private readonly trades: TradeStatisticsReader,
    private readonly threads: TradeStatisticsThreads,
  ) {}

  async compute(query: TradeStatisticsQuery): Promise<TradeStatisticsRead> {
    checkRange(query);
    const found = await this.read(query);
    const task = { groups: found.groups.slice(0, MOST_GROUPS) };
    const figures =
      found.trades <= MOST_TRADES_HERE ? runTradeStatisticsTask(task) : await this.threads.run(task);
    return toTradeStatistics(query.group_by, found, figures);
  }

  private async read(query: TradeStatisticsQuery): Promise<TradesToJudge> {
    try {
      return await this.trades.read(toJournalFilter(query), query.group_by);
    } catch (error) {
      if (!(error instanceof TooManyTrades)) throw error;
      const detail = `Statistics are of at most ${error.limit} trades (one with several tags counts for each, grouped by tag); limit them by start and end`;
      throw new ApiError({ status: 422, detail, code: 'INVALID_PARAMETER' });
    }
  }
}
