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
    const words = wordsOfSymbol(symbol, this.ownWords);
    const found: Headline[] = [];
    let before: Headline | undefined;
    for (let read = 0; read < MOST_READ && found.length < MOST_TAKEN; read += PAGE) {
      const page = await this.headlines.between({ from, to: asOf }, { limit: PAGE, before });
      for (const headline of page) {
        const { symbols, title, summary } = headline;
        if (symbols.includes(symbol) || matchesSymbol(title, summary, words)) found.push(headline);
      }
      if (page.length < PAGE) break;
      before = page.at(-1);
      await setImmediate();
    }
    return found.slice(0, MOST_TAKEN);
  }
}
