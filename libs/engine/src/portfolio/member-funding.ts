import { FundingClock } from '../backtest/funding';
import { type AlignedMembers } from './align-members';
import { type PortfolioMember } from './portfolio';
import { type PortfolioAccount } from './portfolio-account';

/** Charges the funding of those members that have rates, at their own bars. */
export class MemberFunding {
  private readonly clocks: readonly { readonly member: number; readonly clock: FundingClock }[];

  constructor(
    members: readonly PortfolioMember[],
    private readonly account: PortfolioAccount,
    private readonly aligned: AlignedMembers,
    private readonly barMilliseconds: number,
  ) {
    const startTime = aligned.openTime[aligned.first];
    this.clocks = members.flatMap(({ funding, execution }, member) => {
      if (funding === null || funding.time.length === 0 || execution.funding === 'off') return [];
      const { candles } = aligned.members[member];
      return [{ member, clock: new FundingClock(candles, funding, startTime, barMilliseconds) }];
    });
  }

  get isCharged(): boolean {
    return this.clocks.length > 0;
  }

  /** What was settled up to the open (or the close) of a bar. */
  payUntil(bar: number, moment: 'open' | 'close'): void {
    const time = this.aligned.openTime[bar] + (moment === 'close' ? this.barMilliseconds : 0);
    for (const { member, clock } of this.clocks) {
      const { candleAt, candles } = this.aligned.members[member];
      const candle = candleAt[bar];
      // Over a gap, settlements wait for the next bar.
      if (candle < 0) continue;
      const price = moment === 'open' ? candles.open[candle] : candles.close[candle];
      this.account.payFunding(member, clock.perUnitUntil(time, candle, price));
    }
  }
}
