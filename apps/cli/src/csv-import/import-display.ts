import type { Output } from '../shell';
import type { ImportProgress, RefusedLine } from './import-lines';
import { countText } from './import-report';

interface DisplaySettings {
  readonly totalBytes?: number;
  /** Without it only a terminal is shown how far the import is. */
  readonly plainProgress: boolean;
  readonly now: () => number;
}

const BAR_WIDTH = 24;
const BAR_MILLISECONDS = 100;
const PLAIN_LINE_MILLISECONDS = 5_000;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows an import while it runs: a bar on a terminal, else a line every few seconds; and each refused line. */
export class ImportDisplay {
  private readonly startedAt: number;
  private shownAt = -Infinity;
  private barIsDrawn = false;

  constructor(
    private readonly output: Output,
    private readonly settings: DisplaySettings,
  ) {
    this.startedAt = settings.now();
  }

  /** The first call is shown at once: the import is on its way. */
  readonly showProgress = (progress: ImportProgress): void => {
    const isTerminal = this.output.isTTY === true;
    if (!isTerminal && !this.settings.plainProgress) return;
    const now = this.settings.now();
    if (now - this.shownAt < (isTerminal ? BAR_MILLISECONDS : PLAIN_LINE_MILLISECONDS)) return;
    this.shownAt = now;
    const text = this.progressText(progress, now - this.startedAt);
    if (isTerminal) this.drawBar(progress, text);
    else this.output.write(`${text}\n`);
  };

  readonly showRefused = ({ line, problems }: RefusedLine): void => {
    this.clear();
    const reasons = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    this.output.write(`line ${line} refused: ${reasons}\n`);
  };

  /** Leaves an empty line for what is printed next. */
  readonly clear = (): void => {
    if (this.barIsDrawn) this.output.write(CLEAR_LINE);
    this.barIsDrawn = false;
  };

  private drawBar({ bytesRead }: ImportProgress, text: string): void {
    const { totalBytes } = this.settings;
    const filled = totalBytes ? Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * bytesRead) / totalBytes)) : 0;
    const bar = totalBytes ? `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ` : '';
    this.output.write(`${CLEAR_LINE}${bar}${text}`);
    this.barIsDrawn = true;
  }

  private progressText({ bytesRead, read, refused }: ImportProgress, elapsedMilliseconds: number): string {
    const { totalBytes } = this.settings;
    const share = totalBytes ? `${Math.min(100, Math.floor((100 * bytesRead) / totalBytes))}%, ` : '';
    const rowsPerSecond = Math.round(read / Math.max(elapsedMilliseconds / 1000, 0.001));
    return `${share}${countText(read)} rows, ${countText(refused)} refused, ${countText(rowsPerSecond)} rows/s`;
  }
}
