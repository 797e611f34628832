import { type Bar } from '../../market/candle-columns';
import { RecentValues } from '../recent-values';
import { WINDOWS } from './windows';

/** The longest window, and the bar before it. */
const KEPT_BARS = Math.max(...WINDOWS) + 1;

/** What the factors of one series look back at. */
export class BarHistory {
  readonly high = new RecentValues(KEPT_BARS);
  readonly low = new RecentValues(KEPT_BARS);
  readonly close = new RecentValues(KEPT_BARS);
  readonly volume = new RecentValues(KEPT_BARS);
  /** Bars so far. */
  bars = 0;

  push({ high, low, close, volume }: Bar): void {
    this.high.push(high);
    this.low.push(low);
    this.close.push(close);
    this.volume.push(volume);
    this.bars++;
  }
}
