import { type FeatureDescription, windowFeature } from '../feature-group';
import { type BarHistory } from './bar-history';
import { WINDOWS } from './windows';

/** A feature of Alpha158 that is computed over each of the windows. */
interface Factor {
  /** Qlib's name without the window, in lower case. */
  readonly name: string;
  /** Its formula over `N` bars. */
  readonly summary: string;
  /** Bars before the window that it needs as well. */
  readonly barsBefore: 0 | 1;
}

/**
 * Factors that are computed in one pass. The windows are nested: one walk from the newest bar back over the longest
 * passes all of them, and each is computed as its last bar is reached. Sums are made anew for every bar, of distances to the
 * newest value. That is in every window, so at worst a window's worth of precision is lost, whatever the level of the
 * series, and nothing of a bar remains once it is out of the window.
 */
export interface FactorFamily {
  readonly factors: readonly Factor[];
  /** What it gives writes, for each factor, one value per window into `values`; it leaves windows not yet full alone. */
  start(values: Float64Array): (history: BarHistory) => void;
}

export function describeFactors({ factors }: FactorFamily): FeatureDescription[] {
  return factors.flatMap(({ name, summary, barsBefore }) =>
    WINDOWS.map((window) =>
      windowFeature(
        `alpha158_${name}_${window}`,
        summary.replaceAll(/\bN\b/g, String(window)),
        `Qlib ${name.toUpperCase()}${window}`,
        window - 1 + barsBefore,
        'alpha158',
      ),
    ),
  );
}
