import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestReport } from '#domain/backtesting/backtest-report.entity';
import { backtestTrades, type NumberedTrade } from '#domain/backtesting/trade-list';
import { hasProtectiveLevels, protectiveLevels } from '#engine/backtest/protective-levels';
import { allocateCandleColumns } from '#engine/market/candle-columns';
import type { ExitReason } from '#engine/performance/trade';
import { ApiError } from '../../http/api-error';
import { BacktestResultsService } from '../backtest-results.service';
import { CandlesCorrected } from '../candles-corrected';
import { RunCandles } from '../indicators/run-candles';
import { toTradeLevels, type TradeLevelsRead } from './trade-levels.dto';

/** The levels under which a trade was held, computed anew on the candles that its run used. */
@Injectable()
export class TradeLevelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly backtests: BacktestResultsService,
    private readonly candles: RunCandles,
    private readonly corrected: CandlesCorrected,
  ) {}

  async read(id: number, number: number): Promise<TradeLevelsRead> {
    const backtest = await this.backtests.find(id);
    const trade = await this.tradeOf(id, number);
    const { report } = (await this.dataSource.manager.findOneBy(BacktestReport, { backtestId: id }))!;
    const { resolved, fingerprint, warmupBars } = report;
    const isProtected = hasProtectiveLevels(resolved.execution);
    const candles = isProtected
      ? await this.candles.load(backtest, fingerprint.candles, warmupBars)
      : allocateCandleColumns(0);
    if (!candles) {
      const detail = `Backtest ${id} has no levels: its candles are not stored any more`;
      throw new ApiError({ status: 409, detail });
    }
    const held = {
      side: trade.side,
      entryTime: trade.entryTime.getTime(),
      entryPrice: Number(trade.entryPrice),
      exitTime: trade.exitTime.getTime(),
      exitReason: trade.exitReason as ExitReason,
    };
    const levels = protectiveLevels(held, candles, resolved.execution);
    return toTradeLevels(id, trade, levels, await this.corrected.ofRun(backtest, report));
  }

  /** A run has its trades when it has its report. */
  private async tradeOf(id: number, number: number): Promise<NumberedTrade> {
    const { items } = await backtestTrades.list(this.dataSource, id, {
      filter: {},
      order: { by: 'entry_time', ascending: true },
      page: { offset: Math.max(number - 1, 0), limit: number > 0 ? 1 : 0 },
    });
    if (items[0]) return items[0];
    // A number that none can have is 0 here.
    const named = number > 0 ? `trade ${number}` : 'trade with this number';
    throw new ApiError({ status: 404, detail: `Backtest ${id} has no ${named}` });
  }
}
