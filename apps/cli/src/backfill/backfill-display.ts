import { formatDateTime } from '#engine/market/parse-time';
import { countText } from '../csv-import/import-report';
import type { Output } from '../shell';
import type { BackfillProgress } from './backfill-candles';
import type { OpenTimeSpan } from './missing-spans';

const TERMINAL_MILLISECONDS = 100;
const PLAIN_MILLISECONDS = 5_000;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows a backfill while it runs: one line that changes on a terminal, else a line every few seconds. */
export class BackfillDisplay {
  private shownAt = -Infinity;
  private lineIsDrawn = false;

  constructor(
    private readonly output: Output,
    /** Without it only a terminal is shown how far it is. */
    private readonly plainProgress: boolean,
  ) {}

  readonly show = (range: OpenTimeSpan, progress: BackfillProgress): void => {
    const isTerminal = this.output.isTTY === true;
    if (!isTerminal && !this.plainProgress) return;
    const now = performance.now();
    if (now - this.shownAt < (isTerminal ? TERMINAL_MILLISECONDS : PLAIN_MILLISECONDS)) return;
    this.shownAt = now;
    const { first, last } = range;
    const share = last > first ? Math.floor((100 * (progress.reached - first)) / (last - first)) : 100;
    const text = `${share}%, up to ${formatDateTime(progress.reached)}, ${countText(progress.fetched)} candles`;
    this.output.write(isTerminal ? CLEAR_LINE + text : `${text}\n`);
    this.lineIsDrawn = isTerminal;
  };

  readonly print = (text: string): void => {
    this.clear();
    this.output.write(`${text}\n`);
  };

  /** Leaves an empty line for what is printed next. */
  readonly clear = (): void => {
    if (this.lineIsDrawn) this.output.write(CLEAR_LINE);
    this.lineIsDrawn = false;
  };
}
