import { type FeatureGroup } from '../feature-group';
import { BarHistory } from './bar-history';
import { changesFamily } from './changes';
import { correlationFamily } from './correlation';
import { extremesFamily } from './extremes';
import { describeFactors } from './factor';
import { orderFamily } from './order';
import { trendFamily } from './trend';
import { volumeFamily } from './volume';
import { WINDOWS } from './windows';

const FAMILIES = [trendFamily, extremesFamily, orderFamily, correlationFamily, changesFamily, volumeFamily];

/**
 * The 29 factors of Qlib's Alpha158, each over its five windows.
 *
 * Source: qlib/contrib/data/loader.py and qlib/data/ops.py of microsoft/qlib, 0.9.7.
 */
export const windowedFactorsGroup: FeatureGroup = {
  features: FAMILIES.flatMap(describeFactors),

  start(values) {
    const history = new BarHistory();
    let offset = 0;
    const updates = FAMILIES.map((family) => {
      const from = offset;
      offset += family.factors.length * WINDOWS.length;
      return family.start(values.subarray(from, offset));
    });
    return (bar) => {
      history.push(bar);
      for (const update of updates) update(history);
    };
  },
};
