/** As much of WebAssembly's binary format (version 1, with SIMD) as the kernels need. */
export type Code = readonly number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;

export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  /** Their types, numbered on after the parameters. */
  readonly locals: readonly number[];
  /** Its type; by default there is none. */
  readonly result?: number;
  readonly code: Code;
}

const BYTES_PER_PAGE = 65_536;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const add = (left: Code, right: Code): Code => [...left, ...right, 0x6a];
export const isZero = (value: Code): Code => [...value, 0x45];
export const bothBits = (left: Code, right: Code): Code => [...left, ...right, 0x71];
export const isBelow = (left: Code, right: Code): Code => [...left, ...right, 0x49];
export const select = (condition: Code, then: Code, otherwise: Code): Code => [
  ...then,
  ...otherwise,
  ...condition,
  0x1b,
];
/** Runs the code, and again as long as the condition holds. */
export const repeat = (code: Code, condition: Code): Code => [
  0x03,
  0x40,
  ...code,
  ...condition,
  0x0d,
  0,
  0x0b,
];

/** Runs the code where the condition holds. */
export const when = (condition: Code, code: Code): Code => [...condition, 0x04, 0x40, ...code, 0x0b];

/** The double at an address, in the first lane; an address may have a fixed part beside the one that is computed. */
export const loadOne = (address: Code, fixed = 0): Code => [...address, ...simd(0x5d), 3, ...unsigned(fixed)];
export const storeOne = (address: Code, value: Code, fixed = 0): Code => [
  ...address,
  ...value,
  ...simd(0x5b),
  3,
  ...unsigned(fixed),
  0,
];
/** The double at an address, in both lanes. */
export const loadSplat = (address: Code, fixed = 0): Code => [
  ...address,
  ...simd(0x0a),
  3,
  ...unsigned(fixed),
];
export const loadTwo = (address: Code, fixed = 0): Code => [...address, ...simd(0x00), 3, ...unsigned(fixed)];
export const storeTwo = (address: Code, value: Code, fixed = 0): Code => [
  ...address,
  ...value,
  ...simd(0x0b),
  3,
  ...unsigned(fixed),
];
export const splat = (value: number | Code): Code => [
  ...(typeof value === 'number' ? [0x44, ...new Uint8Array(Float64Array.of(value).buffer)] : value),
  ...simd(0x14),
];

/** A lane of the left one and a lane of the right one. */
export const lanesOf = (left: Code, first: 0 | 1, right: Code, second: 0 | 1): Code => [
  ...left,
  ...right,
  ...simd(0x0d),
  ...bytesOfLane(first),
  ...bytesOfLane(2 + second),
];

const lanes =
  (operation: number) =>
  (left: Code, right: Code): Code => [...left, ...right, ...simd(operation)];
export const plus = lanes(0xf0);
export const minus = lanes(0xf1);
export const times = lanes(0xf2);
export const dividedBy = lanes(0xf3);
/** The right one where it is below the left one, or else the left one. */
export const lowerOf = lanes(0xf6);
/** The right one where it is above the left one, or else the left one. */
export const higherOf = lanes(0xf7);
export const differs = lanes(0x48);
export const isLess = lanes(0x49);
export const both = lanes(0x4e);
export const either = lanes(0x50);
export const magnitude = (value: Code): Code => [...value, ...simd(0xec)];
export const squareRoot = (value: Code): Code => [...value, ...simd(0xef)];
/** Whether a comparison holds in any lane; in all of them. */
export const inAnyLane = (comparison: Code): Code => [...comparison, ...simd(0x53)];
export const inAllLanes = (comparison: Code): Code => [...comparison, ...simd(0xc3)];
export const firstLane = (value: Code): Code => [...value, ...simd(0x21), 0];

/** As much of it as is used; the compiler's libraries describe it for browsers alone. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The exports of a module of functions and of a memory of their own, `memory`, filled with zeros. */
export function instantiate(memoryBytes: number, functions: readonly WasmFunction[]): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(assemble(memoryBytes, functions))).exports;
}

function assemble(memoryBytes: number, functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, result }) => [
    0x60,
    ...list(parameters),
    ...list(result === undefined ? [] : [result]),
  ]);
  const bodies = functions.map(({ locals, code }) => {
    const body = [...vector(locals.map((type) => [1, type])), ...code, 0x0b];
    return list(body);
  });
  const exports = functions.map(({ name }, index) => [...text(name), 0, index]);
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, types),
    ...section(
      3,
      functions.map((_, index) => [index]),
    ),
    ...section(5, [[0, ...unsigned(Math.ceil(memoryBytes / BYTES_PER_PAGE))]]),
    ...section(7, [[...text('memory'), 2, 0], ...exports]),
    ...section(10, bodies),
  ]);
}

function section(id: number, items: readonly Code[]): Code {
  return [id, ...list(vector(items))];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function list(bytes: Code): Code {
  return [...unsigned(bytes.length), ...bytes];
}

function text(value: string): Code {
  return list([...Buffer.from(value)]);
}

function bytesOfLane(lane: number): Code {
  return Array.from({ length: 8 }, (_, byte) => lane * 8 + byte);
}

function simd(operation: number): Code {
  return [0xfd, ...unsigned(operation)];
}

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}

function signed(value: number): Code {
  const low = ((value % 128) + 128) % 128;
  const rest = Math.floor(value / 128);
  const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
  return isLast ? [low] : [low + 128, ...signed(rest)];
}
