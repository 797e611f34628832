/** How the capital is divided, in the order of the service, whose searches have the index; `given` is no choice of a search. */
export const METHODS = [
  'equal',
  'inverse_volatility',
  'risk_parity',
  'hierarchical_risk_parity',
  'minimum_variance',
];

/** When the calendar rebalances, likewise. */
export const EVERY = ['daily', 'weekly', 'monthly', 'quarterly'];
