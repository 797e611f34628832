import { Injectable } from '@nestjs/common';
import { DeadLetterDecisions, type Decision } from '#domain/trading/dead-letter-decisions';
import { DeadLetters } from '#domain/trading/dead-letters';
import { ApiError, present, unprocessable } from '../http/api-error';
import { toListing } from '../http/listing';
import { positionOf } from '../http/page.dto';
import {
  type DeadLetterRead,
  type ListDeadLettersQuery,
  type ReplayDeadLetterDto,
  toDeadLetter,
  toDeadLetterDetails,
} from './dead-letters.dto';

const WHAT = 'dead letter';

@Injectable()
export class DeadLettersService {
  constructor(
    private readonly letters: DeadLetters,
    private readonly decisions: DeadLetterDecisions,
  ) {}

  async list(query: ListDeadLettersQuery) {
    return toListing(query, await this.letters.list(query, positionOf(query)), toDeadLetter);
  }

  async read(id: number) {
    return toDeadLetterDetails(present(await this.letters.find(id), WHAT, id));
  }

  async replay(id: number, { message }: ReplayDeadLetterDto): Promise<DeadLetterRead> {
    const { letter, problems } = await this.decided(id, this.decisions.replay(id, message ?? undefined));
    if (!problems) return toDeadLetter(letter);
    const isCorrected = message !== undefined && message !== null;
    throw unprocessable(
      isCorrected
        ? problems.map(({ field, message: reason }) => ({ field: `message.${field}`, message: reason }))
        : problems,
    );
  }

  async discard(id: number): Promise<DeadLetterRead> {
    const { letter } = await this.decided(id, this.decisions.discard(id));
    if (letter.status !== 'discarded') {
      throw new ApiError({
        status: 409,
        detail: `Dead letter ${id} was replayed: its content counts already`,
      });
    }
    return toDeadLetter(letter);
  }

  private async decided(id: number, decision: Promise<Decision | null>): Promise<Decision> {
    return present(await decision, WHAT, id);
  }
}
