import { EXIT_REASONS, type Trade, type TradeLeg } from './trade';
import { type TradeFigures } from './trade-figures';

/** Where the numbers of a trade lie in its row. */
const ENTRY_TIME = 0;
const EXIT_TIME = 1;
const SIDE = 2;
const QUANTITY = 3;
const ENTRY_PRICE = 4;
const EXIT_PRICE = 5;
const FEES = 6;
const FUNDING = 7;
const SLIPPAGE = 8;
const PNL = 9;
const RETURN = 10;
const EXIT_REASON = 11;
const ENTRY_INDEX = 12;
const EXIT_INDEX = 13;
const WIDTH = 14;

const BLOCK_BITS = 8;
const ROWS_PER_BLOCK = 1 << BLOCK_BITS;

/**
 * The trades of one account as rows of numbers, which cost a fraction of what objects do: these are made of them when
 * somebody reads them, and a trade is the same object each time.
 */
export class TradeRows {
  length = 0;
  private readonly blocks: Float64Array[] = [];
  /** Of the first rows. */
  private readonly objects: Trade[] = [];

  add(trade: Trade): void {
    const index = this.length++;
    const values = this.blockOf(index);
    const row = rowOf(index);
    values[row + ENTRY_TIME] = trade.entryTime;
    values[row + EXIT_TIME] = trade.exitTime;
    values[row + SIDE] = trade.side === 'long' ? 1 : -1;
    values[row + QUANTITY] = trade.quantity;
    values[row + ENTRY_PRICE] = trade.entryPrice;
    values[row + EXIT_PRICE] = trade.exitPrice;
    values[row + FEES] = trade.fees;
    values[row + FUNDING] = trade.funding;
    values[row + SLIPPAGE] = trade.slippage;
    values[row + PNL] = trade.pnl;
    values[row + RETURN] = trade.return;
    values[row + EXIT_REASON] = EXIT_REASONS.indexOf(trade.exitReason);
    values[row + ENTRY_INDEX] = trade.entryIndex;
    values[row + EXIT_INDEX] = trade.exitIndex;
  }

  /** Adds one that says more than its row can. */
  addWhole(trade: Trade): void {
    this.all();
    this.add(trade);
    this.objects.push(trade);
  }

  /** Begins afresh, in the memory that it has; arrays that were read change with it. */
  clear(): void {
    this.length = 0;
    this.objects.length = 0;
  }

  /** Takes the last one out. */
  pop(): Trade {
    const [last] = this.all().slice(-1);
    this.objects.pop();
    this.length--;
    return last;
  }

  all(): readonly Trade[] {
    for (let index = this.objects.length; index < this.length; index++) this.objects.push(this.read(index));
    return this.objects;
  }

  figures(): TradeFigures {
    const profits = new Float64Array(this.length);
    const returns = new Float64Array(this.length);
    const seconds = new Float64Array(this.length);
    for (let index = 0; index < this.length; index++) {
      const values = this.blockOf(index);
      const row = rowOf(index);
      profits[index] = values[row + PNL];
      returns[index] = values[row + RETURN];
      seconds[index] = (values[row + EXIT_TIME] - values[row + ENTRY_TIME]) / 1000;
    }
    return { profits, returns, seconds };
  }

  quantity(index: number): number {
    return this.blockOf(index)[rowOf(index) + QUANTITY];
  }

  entryIndex(index: number): number {
    return this.blockOf(index)[rowOf(index) + ENTRY_INDEX];
  }

  exitIndex(index: number): number {
    return this.blockOf(index)[rowOf(index) + EXIT_INDEX];
  }

  /** Undefined where one fill closed all of the position. */
  legs(index: number): readonly TradeLeg[] | undefined {
    return index < this.objects.length ? this.objects[index].legs : undefined;
  }

  private read(index: number): Trade {
    const values = this.blockOf(index);
    const row = rowOf(index);
    return {
      entryTime: values[row + ENTRY_TIME],
      exitTime: values[row + EXIT_TIME],
      side: values[row + SIDE] === 1 ? 'long' : 'short',
      quantity: values[row + QUANTITY],
      entryPrice: values[row + ENTRY_PRICE],
      exitPrice: values[row + EXIT_PRICE],
      fees: values[row + FEES],
      funding: values[row + FUNDING],
      slippage: values[row + SLIPPAGE],
      pnl: values[row + PNL],
      return: values[row + RETURN],
      exitReason: EXIT_REASONS[values[row + EXIT_REASON]],
      entryIndex: values[row + ENTRY_INDEX],
      exitIndex: values[row + EXIT_INDEX],
    };
  }

  private blockOf(index: number): Float64Array {
    const block = index >> BLOCK_BITS;
    if (block === this.blocks.length) this.blocks.push(new Float64Array(ROWS_PER_BLOCK * WIDTH));
    return this.blocks[block];
  }
}

/** Where the row of a trade begins in its block. */
function rowOf(index: number): number {
  return (index & (ROWS_PER_BLOCK - 1)) * WIDTH;
}
