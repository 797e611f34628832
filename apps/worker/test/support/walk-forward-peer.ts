import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './built-files';

export interface PeerFigures {
  readonly sharpe_ratio: number | null;
  readonly total_return: number;
  readonly max_drawdown: number;
  readonly trades: number;
}

/** What numpy, pandas, scipy and skfolio found on the same candles; the file names its command and versions. */
export const WALK_FORWARD_PEER = JSON.parse(
  readFileSync(
    join(ROOT, 'libs', 'engine', 'src', 'validation', 'fixtures', 'walk-forward-spx.fixture.json'),
    'utf8',
  ),
) as {
  readonly setting: Record<'fast' | 'slow', readonly number[]> &
    Record<'fee' | 'slippage' | 'first_bar' | 'splits' | 'gap' | 'minimum_trades', number>;
  readonly results: readonly {
    readonly mode: 'rolling' | 'anchored';
    readonly windows: readonly {
      readonly train: readonly [number, number];
      readonly test: readonly [number, number];
      readonly fast: number;
      readonly slow: number;
      readonly in_sample: PeerFigures;
      readonly out_of_sample: PeerFigures;
    }[];
    readonly out_of_sample: PeerFigures;
    readonly t_statistic: number;
    readonly walk_forward_efficiency: number;
    readonly consistency: number;
    readonly probabilistic_sharpe_ratio: number;
    readonly deflated_sharpe_ratio: number;
    readonly min_track_record_length: number;
    readonly overfitting: { readonly probability: number };
  }[];
};
