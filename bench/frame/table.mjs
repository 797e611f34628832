const HEADINGS = ['row', 'what', 'ours', 'peer', 'ratio', 'goal', ''];

/** One table over all rows, each with the cells of its measurements. */
export function formatTable(rows) {
  const lines = rows.flatMap(({ number, cells, failed, isBusy }) => [
    ...cells.map((line) => [isBusy ? `${number} (busy)` : number, ...line]),
    ...(failed ? [[number, 'FAILED: see above', '', '', '', '', '']] : []),
  ]);
  return formatLines(HEADINGS, lines);
}

/** What became worse, by `findWorse`. */
export function formatWorse(worse, processor) {
  if (worse.length === 0) return `Nothing is 15 % worse than the best run on ${processor}.`;
  const lines = worse.map(({ row, what, figure, best, at }) => {
    return [row, what, significant(figure), significant(best), at.slice(0, 10)];
  });
  return `At least 15 % worse than the best run on ${processor}:\n${formatLines(['row', 'what', 'now', 'best', 'on'], lines)}`;
}

function formatLines(headings, lines) {
  const table = [headings, ...lines].map((line) => line.map(String));
  const widths = headings.map((_, column) => Math.max(...table.map((line) => line[column].length)));
  const rule = widths.map((width) => '─'.repeat(width));
  return [table[0], rule, ...table.slice(1)]
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same on one line, for who waits. */
export function formatMeasurement(measurement) {
  const [what, ours, peer, ratio, goal, verdict] = toCells(measurement);
  const against = peer && ` against ${peer}: ${ratio}`;
  return `${what}: ${ours}${against}${goal && ` (goal ${goal})`} ${verdict}`.trimEnd();
}

export function toCells(measurement) {
  const { what, ours, peer, peerName = '', goal, missing, format = formatDuration } = measurement;
  if (missing) return [what, '', '', '', '', `missing: ${missing}`];
  const peerText = peer === undefined ? '' : `${format(peer)} ${peerName}`.trim();
  const verdict = goal ? (goal.isMet(measurement) ? 'met' : 'MISSED') : '';
  return [what, format(ours), peerText, ratioText(measurement), goal?.text ?? '', verdict];
}

/** With the spread of several repetitions, from the least to the largest figure. */
function ratioText({ ours, peer, goal, spread, format = formatDuration }) {
  if (peer === undefined) return spread ? `${format(spread[0])} to ${format(spread[1])}` : '';
  const isFaster = goal?.isFaster;
  const text = (ratio) => significant(isFaster ? 1 / ratio : ratio);
  const [from, to] = spread ? [text(spread[0]), text(spread[1])].sort((one, other) => one - other) : [];
  return `${text(ours / peer)}×${isFaster ? ' faster' : ''}${spread ? ` (${from} to ${to})` : ''}`;
}

export function formatDuration(milliseconds) {
  if (milliseconds >= 1000) return `${significant(milliseconds / 1000)} s`;
  return milliseconds >= 1 ? `${significant(milliseconds)} ms` : `${significant(milliseconds * 1000)} µs`;
}

/** Three digits are more than a noisy machine can justify. */
function significant(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.?0+$/, '');
}
