import { blockFunctions } from './block-code';
import { columnFunctions } from './column-code';
import { addressOf, BYTES, BYTES_OF_REGIONS } from './kernel-memory';
import { instantiate } from './web-assembly';
import { windowFunctions } from './window-code';

type FindExtremes = (
  values: number,
  result: number,
  tails: number,
  bytes: number,
  blockBytes: number,
) => void;

/** See column-code. */
type OverColumns = (bytes: number, lag?: number) => void;

/** See window-code. */
export type CarryOn = (from: number, to: number, windowBytes: number) => number;

interface Kernels {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly highest: FindExtremes;
  readonly lowest: FindExtremes;
  /** Of closes between the lowest and the highest, from `lowestPosition` to 100 above it; 0 where those are the same. */
  readonly position: (
    close: number,
    lowest: number,
    highest: number,
    result: number,
    closeEnd: number,
    lowestPosition: number,
  ) => void;
  readonly slope: (
    values: number,
    result: number,
    tails: number,
    valuesEnd: number,
    blockBytes: number,
    meanAge: number,
    ageDeviations: number,
  ) => void;
  readonly changes: OverColumns;
  readonly rates: OverColumns;
  readonly trueRanges: OverColumns;
  readonly averageRanges: OverColumns;
  readonly percents: OverColumns;
  readonly moneyFlows: OverColumns;
  readonly distances: OverColumns;
  readonly bands: OverColumns;
  readonly deviations: CarryOn;
  readonly means: CarryOn;
  readonly weightedMeans: CarryOn;
}

const functions = [...blockFunctions, ...columnFunctions, ...windowFunctions];

export const kernels = instantiate(BYTES_OF_REGIONS, functions) as Kernels;

/** The kernels' memory, to which a column is copied stretch by stretch. */
const memory = new Float64Array(kernels.memory.buffer);

/** A part of the memory that holds a stretch, or in two regions a stretch with what comes before it. */
export class Region {
  readonly values: Float64Array;
  readonly address: number;
  private readonly bytes: Buffer;

  constructor(index: number, regions = 1) {
    this.address = addressOf(index);
    this.values = memory.subarray(this.address / BYTES, addressOf(index + regions) / BYTES);
    this.bytes = Buffer.from(this.values.buffer, this.address, this.values.byteLength);
  }

  fill(value: number): void {
    this.values.fill(value);
  }

  /**
   * With as many of `before` values ahead of it as there are, which end where `before` of them would. A buffer is filled at once,
   * where `set` copies what threads share value by value.
   */
  read(column: Float64Array, start: number, end: number, before = 0): void {
    const there = Math.min(before, start);
    const from = column.byteOffset + (start - there) * BYTES;
    const values = new Uint8Array(column.buffer, from, (end - start + there) * BYTES);
    this.bytes.fill(values, (before - there) * BYTES, (before + end - start) * BYTES);
  }

  write(column: Float64Array, start: number, end: number): void {
    column.set(this.values.subarray(0, end - start), start);
  }
}
