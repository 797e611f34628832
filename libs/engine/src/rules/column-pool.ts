import { BacktestRefusal } from '../backtest/backtest-refusal';

/** What the columns of one evaluation may take at a time. */
const MAXIMUM_BYTES = 384 * 1024 * 1024;

/** The columns of one evaluation over so many bars: each is taken, given back, and used again. */
export class ColumnPool {
  /** Columns made here; those of the candles and of the memo are not ours to write to. */
  private readonly own = new Set<Float64Array>();
  private readonly spareValues: Float64Array[] = [];
  private readonly spareFlags: Uint8Array[] = [];
  private bytes = 0;

  constructor(
    private readonly bars: number,
    private readonly maximumBytes = MAXIMUM_BYTES,
  ) {}

  takeValues(length: number): Float64Array {
    const spare = length === this.bars ? this.spareValues.pop() : undefined;
    if (spare !== undefined) return spare;
    this.hold(length * Float64Array.BYTES_PER_ELEMENT);
    const column = new Float64Array(length);
    if (length === this.bars) this.own.add(column);
    return column;
  }

  takeFlags(length: number): Uint8Array {
    const spare = this.spareFlags.findIndex((flags) => flags.length === length);
    if (spare >= 0) return this.spareFlags.splice(spare, 1)[0];
    this.hold(length);
    return new Uint8Array(length);
  }

  giveBackValues(column: Float64Array): void {
    if (this.own.has(column)) this.spareValues.push(column);
  }

  giveBackFlags(flags: Uint8Array): void {
    this.spareFlags.push(flags);
  }

  /** One more column of all bars that is in the memo, not here. */
  holdShared(): void {
    this.hold(this.bars * Float64Array.BYTES_PER_ELEMENT);
  }

  releaseShared(): void {
    this.bytes -= this.bars * Float64Array.BYTES_PER_ELEMENT;
  }

  private hold(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes <= this.maximumBytes) return;
    const mebibytes = Math.round(this.maximumBytes / 1024 / 1024);
    throw new BacktestRefusal(
      `parameters.rules: on ${this.bars} candles these rules would need more than the ${mebibytes} MiB there are for them; ` +
        'take fewer different indicators, or a coarser interval',
    );
  }
}
