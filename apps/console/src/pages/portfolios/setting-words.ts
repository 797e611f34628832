/** How the capital is divided; `given` is no choice of a ranking or a search. */
export const METHODS = [
  'equal',
  'inverse_volatility',
  'risk_parity',
  'hierarchical_risk_parity',
  'minimum_variance',
];

/** When the calendar rebalances. */
export const EVERY = ['daily', 'weekly', 'monthly', 'quarterly'];
