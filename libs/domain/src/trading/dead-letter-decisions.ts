import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '#engine/market/validate-candle';
import { isUnavailable } from '../postgres/unavailable';
import type { DeadLetter } from './dead-letter.entity';
import { DeadLetters } from './dead-letters';
import { type AnyTradingMessage, readDelivery, readTradingContent } from './trading-delivery';
import { TradingIngest } from './trading-ingest';

/** The letter as it is then; with the reasons where it could not be ingested. */
export interface Decision {
  readonly letter: DeadLetter;
  readonly problems?: readonly FieldProblem[];
}

/** What may be done with a dead letter: replay or discard. Null where there is none with that id. */
@Injectable()
export class DeadLetterDecisions {
  constructor(
    private readonly letters: DeadLetters,
    private readonly ingest: TradingIngest,
  ) {}

  /**
   * Ingests the stored message, or `corrected` instead: JSON of the same kind, of whichever account. A letter that was replayed is
   * ingested again for a corrected message alone. Throws where the database is away.
   */
  async replay(id: number, corrected?: object): Promise<Decision | null> {
    const letter = await this.letters.find(id);
    if (letter === null) return null;
    if (letter.status === 'replayed' && corrected === undefined) return { letter };
    const { kind, sentAt } = letter;
    const reading =
      corrected === undefined ? readDelivery(kind, letter) : readTradingContent(kind, corrected, sentAt);
    const problems = 'problems' in reading ? reading.problems : await this.tryToIngest(letter, reading);
    // Of a corrected message the sender has the reasons: the stored one is as it was.
    if (problems && corrected === undefined) await this.letters.keepReason(id, problems);
    return this.decided(id, problems);
  }

  /** One that was replayed counts already: it is answered as it is. */
  async discard(id: number): Promise<Decision | null> {
    await this.letters.discard(id);
    return this.decided(id);
  }

  private async tryToIngest(
    { id, kind }: DeadLetter,
    message: AnyTradingMessage,
  ): Promise<readonly FieldProblem[] | undefined> {
    try {
      const [outcome] = await this.ingest.ingest(kind, [message]);
      await this.letters.markReplayed(id, outcome);
      return undefined;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return [ingestProblem(error)];
    }
  }

  private async decided(id: number, problems?: readonly FieldProblem[]): Promise<Decision | null> {
    const letter = await this.letters.find(id);
    return letter && { letter, ...(problems && { problems }) };
  }
}

/** Why a message that is right by itself was not stored. */
export function ingestProblem(error: unknown): FieldProblem {
  return {
    field: 'message',
    message: `could not be stored: ${error instanceof Error ? error.message : String(error)}`,
  };
}
