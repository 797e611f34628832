import { type Weighting, type WeightMethod } from '../src/portfolio/portfolio-settings';
import { type WeightRequest } from '../src/portfolio/weights/weight-request';

/** Members M0, M1, …; no bounds but those of `settings`. */
export function weightRequest(
  method: WeightMethod,
  members: number,
  returns: Float64Array,
  settings: Partial<Weighting> = {},
): WeightRequest {
  const weighting: Weighting = {
    method,
    lookbackBars: 252,
    maximumWeight: 1,
    minimumWeight: 0,
    cashShare: 0,
    maximumTurnover: null,
    givenWeights: null,
    ...settings,
  };
  return {
    weighting,
    names: Array.from({ length: members }, (_, member) => `M${member}`),
    returns,
    given: settings.givenWeights ? Float64Array.from(settings.givenWeights) : null,
  };
}
