/** As much of WebAssembly's binary format (version 1, with SIMD) as the kernels need. */
export type Code = readonly number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;

interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  /** Their types, numbered on after the parameters. */
  readonly locals: readonly number[];
  readonly code: Code;
}

const BYTES_PER_PAGE = 65_536;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const add = (left: Code, right: Code): Code => [...left, ...right, 0x6a];
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

/** The double at an address, in the first lane. */
export const loadOne = (address: Code): Code => [...address, ...simd(0x5d), 3, 0];
export const storeOne = (address: Code, value: Code): Code => [...address, ...value, ...simd(0x5b), 3, 0, 0];
export const loadTwo = (address: Code): Code => [...address, ...simd(0x00), 3, 0];
export const storeTwo = (address: Code, value: Code): Code => [...address, ...value, ...simd(0x0b), 3, 0];
export const splat = (value: number | Code): Code => [
  ...(typeof value === 'number' ? [0x44, ...new Uint8Array(Float64Array.of(value).buffer)] : value),
  ...simd(0x14),
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
export const both = lanes(0x4e);

/** A module of functions without results and of a memory, which it exports. */
export function assemble(memoryBytes: number, functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...list(parameters), 0]);
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
    ...section(5, [[0, Math.ceil(memoryBytes / BYTES_PER_PAGE)]]),
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
