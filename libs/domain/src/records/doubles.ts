/** Numbers as a column of bytes keeps them: little-endian doubles, one after the other. */
export function bytesOfDoubles({ buffer, byteOffset, byteLength }: Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

export function doublesOf(bytes: Buffer): Float64Array {
  // A buffer from the pool may lie at any offset; doubles must not.
  return new Float64Array(new Uint8Array(bytes).buffer);
}
