// Taken once: each second of each candle needs several, and a look-up of a global is not free everywhere (Jest).
const { floor, imul } = Math;

/** Uniform in [0, 1), and always the same for the same numbers; `index` is a whole number below 2^32. */
export function hashToUnit(seed: number, stream: number, index: number): number {
  // The finalizer of MurmurHash3 over the three, which spreads every bit of its input.
  let bits = imul(index, 0x9e3779b1) ^ imul(seed, 0x85ebca6b) ^ imul(stream + 1, 0xc2b2ae35);
  bits = imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Value noise: a random number in [-1, 1) at every multiple of the period, a smooth line between them. Any instant is
 * reached without what came before it. Neighbouring instants share their two numbers, which are kept.
 */
export class ValueNoise {
  private index = Number.NaN;
  private left = 0;
  private right = 0;

  constructor(
    private readonly seed: number,
    private readonly stream: number,
    private readonly periodSeconds: number,
  ) {}

  at(seconds: number): number {
    const position = seconds / this.periodSeconds;
    const index = floor(position);
    if (index !== this.index) {
      this.left = index === this.index + 1 ? this.right : this.node(index);
      this.right = this.node(index + 1);
      this.index = index;
    }
    const along = position - index;
    return this.left + (this.right - this.left) * along * along * (3 - 2 * along);
  }

  private node(index: number): number {
    return hashToUnit(this.seed, this.stream, index) * 2 - 1;
  }
}
