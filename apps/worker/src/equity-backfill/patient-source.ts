import type { EquityHistory, EquitySource, SessionRange } from '#sources/equities/equity-source';
import { patiently } from '#sources/patiently';
import { SourceFailure } from '#sources/source-failure';

/** The provider for the length of a job: requested again when a failure passes by itself. */
export class PatientSource {
  /** After nobody was there in vain for half a minute, each symbol tries once until somebody is. */
  private isAway = false;

  constructor(
    private readonly source: EquitySource,
    private readonly signal: AbortSignal,
    private readonly onAnswer: () => Promise<void>,
  ) {}

  get provider(): string {
    return this.source.provider;
  }

  async fetch(symbol: string, range: SessionRange): Promise<EquityHistory> {
    const { signal } = this;
    try {
      const history = await patiently(() => this.source.fetchDaily(symbol, range, signal), {
        signal,
        ...(this.isAway && { tries: 1 }),
      });
      this.isAway = false;
      await this.onAnswer();
      return history;
    } catch (error) {
      if (error instanceof SourceFailure) this.isAway = error.kind === 'unreachable';
      throw error;
    }
  }
}
