/** Below this share of the capital, equity is the rounding of a margin used up, and nothing to trade on. */
const RUINED_SHARE = 1e-9;

/** The money of one account, which the positions of several series may share. */
export class Purse {
  bankrupt = false;
  /** Equity at or below this is bankruptcy. */
  readonly ruin: number;
  /** Losses beyond the margin of leveraged positions and beyond the equity of a bankrupt account, which nobody pays. */
  unpaidLoss = 0;
  /** The capital and the results of all trades: what cash is when nothing is held. */
  settled: number;
  /** What the open lots have taken from the cash. */
  tied = 0;
  /** Their margin at entry and their entry fees. */
  committed = 0;
  openLots = 0;
  /** Value (negative when short) and margin of all positions at the prices of an entry; a single series enters with none. */
  heldValue = 0;
  heldMargin = 0;

  constructor(initialCapital: number) {
    this.ruin = initialCapital * RUINED_SHARE;
    this.settled = initialCapital;
  }

  get cash(): number {
    return this.settled - this.tied;
  }

  get equity(): number {
    return this.cash + this.heldValue;
  }

  /** What an entry may use as margin and fee: no gains that are not yet taken, and nothing that a short has lost. */
  get free(): number {
    return Math.min(this.settled - this.committed, this.equity - this.heldMargin);
  }
}
