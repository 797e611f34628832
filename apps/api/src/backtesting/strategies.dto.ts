import { REGIME_FILTER_DESCRIPTION } from '#engine/strategies/regime-filter';
import { STRATEGIES } from '#engine/strategies/registry';

/** The registry of strategies as the API shows it. */
export function describeStrategies() {
  return {
    strategies: Object.values(STRATEGIES).map(({ name, summary, parameters, defaultGrid }) => ({
      name,
      summary,
      parameters,
      default_grid: defaultGrid ?? {},
    })),
    wrappers: [REGIME_FILTER_DESCRIPTION],
  };
}
