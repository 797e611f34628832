import { Module } from '@nestjs/common';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { BacktestVerifications } from './backtest-verifications';
import { FEE_PRESETS_IN_USE, loadFeePresets } from './fee-presets';
import { TradeReturns } from './trade-returns';

/** Storage of backtests and the fees they are charged; what any process needs to submit or run one. */
@Module({
  providers: [
    BacktestVerifications,
    TradeReturns,
    {
      provide: FEE_PRESETS_IN_USE,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => loadFeePresets(environment.feePresetsFile),
    },
  ],
  exports: [BacktestVerifications, TradeReturns, FEE_PRESETS_IN_USE],
})
export class BacktestStorageModule {}
