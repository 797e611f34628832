/** How returns become figures per year. */
export interface Annualisation {
  readonly periodsPerYear: number;
  /** A fraction: 0.02 is 2 % a year, and 0.02 / periodsPerYear a period. */
  readonly riskFreeRatePerYear: number;
}
