import { Inject, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { OLDEST_HOURS } from '#engine/sentiment/aggregate-headlines';
import type { NamesBySymbol } from '#engine/sentiment/symbol-names';
import { matchesSymbol, wordsOfSymbol } from '#engine/sentiment/symbol-words';
import { type Headline, Headlines } from './headlines';
import { SYMBOL_WORDS } from './symbol-words-file';

const HOUR_MILLISECONDS = 3_600_000;
const PAGE = 500;
/** What a read looks through, and what it takes of that: the newest. */
const MOST_READ = 20_000;
const MOST_TAKEN = 5_000;
/** Of a range that may be years. */
const MOST_READ_OF_RANGE = 500_000;

/** The headlines that speak of a symbol. */
@Injectable()
export class SymbolHeadlines {
  constructor(
    private readonly headlines: Headlines,
    @Inject(SYMBOL_WORDS) private readonly ownWords: NamesBySymbol,
  ) {}

  /** Those of the 72 hours up to a time, newest first: they name the symbol, or the client said that they are about it. */
  async find(symbol: string, asOf: Date): Promise<Headline[]> {
    const from = new Date(asOf.getTime() - OLDEST_HOURS * HOUR_MILLISECONDS);
    const { found } = await this.collect(symbol, { from, to: asOf }, { read: MOST_READ, taken: MOST_TAKEN });
    return found;
  }

  /** Those published between two times, both included, newest first; null where there are more than so many. */
  async between(symbol: string, range: { from: Date; to: Date }, most: number): Promise<Headline[] | null> {
    const { found, isAll } = await this.collect(symbol, range, { read: MOST_READ_OF_RANGE, taken: most });
    return isAll ? found : null;
  }

  private async collect(
    symbol: string,
    range: { from: Date; to: Date },
    most: { readonly read: number; readonly taken: number },
  ): Promise<{ found: Headline[]; isAll: boolean }> {
    const words = wordsOfSymbol(symbol, this.ownWords);
    const found: Headline[] = [];
    let before: Headline | undefined;
    for (let read = 0; read < most.read && found.length <= most.taken; read += PAGE) {
      const page = await this.headlines.between(range, { limit: PAGE, before });
      for (const headline of page) {
        const { symbols, title, summary } = headline;
        if (symbols.includes(symbol) || matchesSymbol(title, summary, words)) found.push(headline);
      }
      if (page.length < PAGE) return { found: found.slice(0, most.taken), isAll: found.length <= most.taken };
      before = page.at(-1);
      await setImmediate();
    }
    return { found: found.slice(0, most.taken), isAll: false };
  }
}
