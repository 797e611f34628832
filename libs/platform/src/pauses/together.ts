import { Activity } from '../tracing/activity';

interface Settings {
  /** Pieces of work that are under way at once. */
  readonly atOnce?: number;
  /** Items in one of them. */
  readonly most?: number;
  /** Whether a failure may be that of one item alone: then each is tried by itself. */
  readonly isOfOne?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** The work on many as a part of what this item came from. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does for many at once what they request one by one. What nothing is in the way of goes at once; what comes while as much is under way
 * as may be goes together with the next.
 */
export class Together<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private readonly settings: Required<Settings>;
  private underWay = 0;

  constructor(
    /** Answers a result for each item, in their order. */
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    { atOnce = 1, most = 100, isOfOne = () => false }: Settings = {},
  ) {
    this.settings = { atOnce, most, isOfOne };
  }

  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, work: Activity.bind(this.work), resolve, reject });
      if (this.underWay < this.settings.atOnce) void this.goOn();
    });
  }

  private async goOn(): Promise<void> {
    this.underWay++;
    await this.settle(this.waiting.splice(0, this.settings.most));
    this.underWay--;
    // Not awaited: as long as others wait, each turn would keep the one before it in memory.
    if (this.waiting.length > 0) void this.goOn();
  }

  private async settle(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await taken[0].work(taken.map(({ item }) => item));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index]);
    } catch (error) {
      if (taken.length > 1 && this.settings.isOfOne(error)) {
        for (const one of taken) await this.settle([one]);
      } else {
        for (const { reject } of taken) reject(error);
      }
    }
  }
}
