import type { ImportProgress } from './import-lines';
import { ImportDisplay } from './import-display';

const PROGRESS: ImportProgress = {
  line: 5_001,
  bytesRead: 500,
  read: 5_000,
  inserted: 4_999,
  updated: 0,
  unchanged: 0,
  refused: 1,
};
const CLEAR_LINE = '\r\u001b[2K';

describe('ImportDisplay', () => {
  let written: string[];
  let now: number;

  beforeEach(() => {
    written = [];
    now = 1_000;
  });

  function display({ isTTY = false, plainProgress = true, isPipe = false }) {
    const output = { isTTY, write: (text: string) => written.push(text) };
    const totalBytes = isPipe ? undefined : 1_000;
    return new ImportDisplay(output, { totalBytes, plainProgress, now: () => now });
  }

  it('writes a plain line at once and then every five seconds', () => {
    const shown = display({});
    now += 2_000;
    shown.showProgress(PROGRESS);
    now += 4_999;
    shown.showProgress(PROGRESS);
    now += 1;
    shown.showProgress({ ...PROGRESS, bytesRead: 1_000, read: 70_000 });
    expect(written).toEqual([
      '50%, 5,000 rows, 1 refused, 2,500 rows/s\n',
      '100%, 70,000 rows, 1 refused, 10,000 rows/s\n',
    ]);
  });

  it('draws a bar over the bar before it on a terminal', () => {
    const shown = display({ isTTY: true });
    now += 1_000;
    shown.showProgress(PROGRESS);
    shown.clear();
    expect(written).toEqual([
      `${CLEAR_LINE}[############------------] 50%, 5,000 rows, 1 refused, 5,000 rows/s`,
      CLEAR_LINE,
    ]);
  });

  it('shows no share of a pipe, whose size nobody knows', () => {
    const shown = display({ isPipe: true });
    now += 1_000;
    shown.showProgress(PROGRESS);
    expect(written).toEqual(['5,000 rows, 1 refused, 5,000 rows/s\n']);
  });

  it('is silent off a terminal where only refusals are wanted', () => {
    const shown = display({ plainProgress: false });
    shown.showProgress(PROGRESS);
    shown.showRefused({ line: 7, problems: [{ field: 'close', message: 'must be above 0' }] });
    expect(written).toEqual(['line 7 refused: close must be above 0\n']);
  });

  it('takes the bar away before it names a refused line, with all reasons', () => {
    const shown = display({ isTTY: true });
    shown.showProgress(PROGRESS);
    written = [];
    shown.showRefused({
      line: 7,
      problems: [
        { field: 'close', message: 'must be above 0' },
        { field: 'volume', message: 'must be a decimal' },
      ],
    });
    expect(written).toEqual([
      CLEAR_LINE,
      'line 7 refused: close must be above 0; volume must be a decimal\n',
    ]);
  });
});
