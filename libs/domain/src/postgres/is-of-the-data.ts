/** The classes of data exceptions and of violated constraints in SQL, or what JavaScript finds wrong with a value. */
export function isOfTheData(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]\w{3}$/.test(code);
}
