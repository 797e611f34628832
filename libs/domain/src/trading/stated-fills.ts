import type { TradingMessage } from '#engine/trades/trading-message';
import type { FillRecord } from '#engine/trades/fill-record';
import { contentKey, type FillContent, fillKey, toFillContent } from './fill-content';
import type { KnownFill } from './known-fills';

/** What a message did. `unchanged`: its content was known, or had been replaced by content that was stated later. */
export type FillOutcome = 'inserted' | 'updated' | 'unchanged';

/** A fill as it is to be stored, or as it is. */
export interface StatedFill {
  /** Undefined: it is new. */
  readonly stored: KnownFill | undefined;
  content: FillContent;
  /** Milliseconds since 1970 UTC; undefined: nobody said when. */
  statedAt: number | undefined;
  readonly known: Set<string>;
  readonly revisions: { readonly content: FillContent; readonly statedAt: number | undefined }[];
}

/**
 * What fills are after messages. A content counts once, however often it comes and in whichever order: content that was stated
 * before the one that is stored, or that was replaced already, changes nothing. Content whose sender does not say when it was stated is
 * taken as stated now.
 */
export class StatedFills {
  private readonly fills: Map<string, StatedFill>;

  constructor(
    stored: ReadonlyMap<string, KnownFill>,
    private readonly now: number,
  ) {
    this.fills = new Map(
      [...stored].map(([key, fill]) => {
        const { content, statedAt, known } = fill;
        return [key, { stored: fill, content, statedAt, known, revisions: [] }];
      }),
    );
  }

  get all(): readonly StatedFill[] {
    return [...this.fills.values()];
  }

  state({ content: record, statedAt }: TradingMessage<FillRecord>): FillOutcome {
    const content = toFillContent(record);
    const key = fillKey(content);
    const fill = this.fills.get(key);
    const said = contentKey(content);
    if (!fill) {
      const known = new Set([said]);
      this.fills.set(key, { stored: undefined, content, statedAt, known, revisions: [] });
      return 'inserted';
    }
    const isLater = statedAt !== undefined && (fill.statedAt === undefined || statedAt > fill.statedAt);
    if (said === contentKey(fill.content)) {
      if (isLater) fill.statedAt = statedAt;
      return 'unchanged';
    }
    if (fill.known.has(said) && !isLater) return 'unchanged';
    fill.known.add(said);
    if (statedAt !== undefined && fill.statedAt !== undefined && statedAt < fill.statedAt) {
      fill.revisions.push({ content, statedAt });
      return 'unchanged';
    }
    fill.revisions.push({ content: fill.content, statedAt: fill.statedAt });
    fill.content = content;
    fill.statedAt = statedAt ?? this.now;
    return 'updated';
  }
}
