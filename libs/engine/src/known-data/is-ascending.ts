/** Whether no time is earlier than the one before it. */
export function isAscending(times: Float64Array): boolean {
  let index = 1;
  while (index < times.length && times[index] >= times[index - 1]) index++;
  return index >= times.length;
}
