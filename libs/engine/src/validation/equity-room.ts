import {
  add,
  both,
  type Code,
  differs,
  dividedBy,
  F64,
  firstLane,
  get,
  higherOf,
  i32,
  I32,
  inAllLanes,
  inAnyLane,
  instantiate,
  isBelow,
  isLess,
  lanesOf,
  loadSplat,
  loadTwo,
  lowerOf,
  minus,
  repeat,
  set,
  splat,
  V128,
  type WasmFunction,
  when,
} from '../indicators/kernels/web-assembly';

const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** What a step reads, which may begin where the values end. */
const STEP = 4;

/** `maximum` of computeDrawdown, of the values from address 0 to `end`, where infinity must be: there every fall ends. */
function maximumFall(): WasmFunction {
  const [end, at, peak, trough, maximum, first, second] = [0, 1, 2, 3, 4, 5, 6];
  const forward = (values: number) => set(at, add(get(at), i32(values * BYTES)));
  const readFour = [...set(first, loadTwo(get(at))), ...set(second, loadTwo(get(at), 2 * BYTES))];
  const readOne = set(first, loadSplat(get(at)));
  const isFall = (value: number) => isLess(get(value), get(peak));
  const areFalls = inAllLanes(both(isFall(first), isFall(second)));
  const lower = (value: Code) => set(trough, lowerOf(get(trough), value));
  return {
    name: 'maximumFall',
    parameters: [I32],
    locals: [I32, V128, V128, V128, V128, V128],
    result: F64,
    code: [
      ...repeat(
        [
          ...set(peak, loadSplat(get(at))),
          ...set(trough, get(peak)),
          ...forward(1),
          ...readFour,
          ...when(
            areFalls,
            repeat([...lower(lowerOf(get(first), get(second))), ...forward(STEP), ...readFour], areFalls),
          ),
          ...readOne,
          ...when(
            inAnyLane(isFall(first)),
            repeat([...lower(get(first)), ...forward(1), ...readOne], inAnyLane(isFall(first))),
          ),
          ...lower(lanesOf(get(trough), 1, get(trough), 0)),
          ...when(
            inAnyLane(differs(get(trough), get(peak))),
            set(maximum, higherOf(get(maximum), minus(splat(1), dividedBy(get(trough), get(peak))))),
          ),
        ],
        isBelow(get(at), get(end)),
      ),
      ...firstLane(get(maximum)),
    ],
  };
}

const FUNCTIONS = [maximumFall()];

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly maximumFall: (end: number) => number;
}

/** Room for the equity of one run after the other, in the memory of WebAssembly that looks through it two values at a time. */
export class EquityRoom {
  readonly values: Float64Array;
  private readonly exports: Exports;

  /** `bars`: of the longest run, at least one. */
  constructor(bars: number) {
    this.exports = instantiate((bars + STEP + 1) * BYTES, FUNCTIONS) as Exports;
    this.values = new Float64Array(this.exports.memory.buffer);
  }

  /** Whether these are the first values of the room. */
  holds(equity: Float64Array): boolean {
    return equity.buffer === this.values.buffer && equity.byteOffset === 0;
  }

  /** `maximum` of computeDrawdown, of the first `bars` values; it overwrites the one after them. */
  maximumDrawdown(bars: number): number {
    this.values[bars] = Infinity;
    return this.exports.maximumFall(bars * BYTES);
  }
}
