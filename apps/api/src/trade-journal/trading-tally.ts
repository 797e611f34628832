import type { FillOutcome } from '#domain/trading/stated-fills';
import { checkRefused, LISTED_ERRORS, type RefusedLine } from '../http/uploads/refused-lines';
import { toTradingUploadResult, type TradingUploadResult } from './fills.dto';

/** Counts the outcomes of an upload's lines. */
export class TradingTally {
  /** Every line up to this one has been dealt with. */
  lastLine = 0;
  private readonly outcomes: Record<FillOutcome, number> = { inserted: 0, updated: 0, unchanged: 0 };
  private readonly errors: RefusedLine[] = [];
  private refused = 0;

  get received(): number {
    const { inserted, updated, unchanged } = this.outcomes;
    return inserted + updated + unchanged + this.refused;
  }

  count(outcome: FillOutcome): void {
    this.outcomes[outcome]++;
  }

  /** Throws when there are too many. */
  refuse(line: RefusedLine): void {
    if (this.errors.length < LISTED_ERRORS) this.errors.push(line);
    this.refused++;
    checkRefused(this.refused, this.errors[0]);
  }

  /** How far it came, in words. */
  describe(): string {
    const { inserted, updated, unchanged } = this.outcomes;
    return `its lines up to ${this.lastLine} are dealt with (${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${this.refused} refused)`;
  }

  toResult(): TradingUploadResult {
    const { received, refused, errors, outcomes } = this;
    return toTradingUploadResult({ received, ...outcomes, refused, errors });
  }
}
