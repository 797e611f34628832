export function whileNobodyBuilds<Result>(
  work: () => Result | Promise<Result>,
  lock?: string,
): Promise<Result>;
