import { Injectable } from '@nestjs/common';
import type { FillRecord, PositionRecord } from '#engine/trades/fill-record';
import type { TradingMessage } from '#engine/trades/trading-message';
import { FillIngest } from './fill-ingest';
import { PositionReports } from './position-reports';
import type { FillOutcome } from './stated-fills';
import type { AnyTradingMessage, TradingKind } from './trading-delivery';

/** Stores messages of either kind. Throws for errors of the database alone. */
@Injectable()
export class TradingIngest {
  constructor(
    private readonly fills: FillIngest,
    private readonly positions: PositionReports,
  ) {}

  /** All or none of them; an outcome for each, in their order. */
  ingest(kind: TradingKind, messages: readonly AnyTradingMessage[]): Promise<readonly FillOutcome[]> {
    return kind === 'fill'
      ? this.fills.ingest(messages as readonly TradingMessage<FillRecord>[])
      : this.positions.report(messages as readonly TradingMessage<PositionRecord>[]);
  }
}
