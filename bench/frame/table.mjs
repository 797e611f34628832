const HEADINGS = ['row', 'what', 'ours', 'peer', 'ratio', 'goal', ''];

/** One table over all rows. */
export function formatTable(rows) {
  const lines = rows.flatMap(({ number, measurements, failed }) => [
    ...measurements.map((measurement) => [number, ...toCells(measurement)]),
    ...(failed ? [[number, 'FAILED: see above', '', '', '', '', '']] : []),
  ]);
  const table = [HEADINGS, ...lines].map((line) => line.map(String));
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((line) => line[column].length)));
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

function toCells(measurement) {
  const { what, ours, peer, peerName = '', goal, missing, format = formatDuration } = measurement;
  if (missing) return [what, '', '', '', '', `missing: ${missing}`];
  const peerText = peer === undefined ? '' : `${format(peer)} ${peerName}`.trim();
  const verdict = goal ? (goal.isMet(measurement) ? 'met' : 'MISSED') : '';
  return [what, format(ours), peerText, ratioText(measurement), goal?.text ?? '', verdict];
}

function ratioText({ ours, peer, goal }) {
  if (peer === undefined) return '';
  return goal?.isFaster ? `${significant(peer / ours)}× faster` : `${significant(ours / peer)}×`;
}

export function formatDuration(milliseconds) {
  if (milliseconds >= 1000) return `${significant(milliseconds / 1000)} s`;
  return milliseconds >= 1 ? `${significant(milliseconds)} ms` : `${significant(milliseconds * 1000)} µs`;
}

/** Three digits are more than a noisy machine can justify. */
function significant(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.?0+$/, '');
}
