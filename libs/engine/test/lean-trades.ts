import type { Execution } from './trade-fills';

/** Entry fill and its ordinal, exit fill, quantity, prices and gross P&L of a long. */
export type LeanTrade = readonly [
  ids: string,
  quantity: string,
  entryPrice: string,
  exitPrice: string,
  grossPnl: string,
];

interface LeanCase {
  readonly name: string;
  readonly executions: readonly Execution[];
  readonly fifo: readonly LeanTrade[];
  readonly flatToFlat: readonly LeanTrade[];
}

/**
 * QuantConnect/Lean, Tests/Common/Statistics/TradeBuilderTests.cs: the cases FillToFill with FIFO, and FlatToFlat, each published
 * for longs and, with the signs turned round, for shorts. Averages are rounded to 18 decimal places here. An order's fee, which LEAN
 * gives to the first trade of the order, is left out.
 */
export const LEAN_TRADES: readonly LeanCase[] = [
  {
    name: 'AllInAllOut',
    executions: [
      ['1000', '1.08'],
      ['-1000', '1.09'],
    ],
    fifo: [['1.0 to 2', '1000', '1.08', '1.09', '10']],
    flatToFlat: [['1.0 to 2', '1000', '1.08', '1.09', '10']],
  },
  {
    name: 'ScaleInAllOut',
    executions: [
      ['1000', '1.08'],
      ['1000', '1.07'],
      ['-2000', '1.09'],
    ],
    fifo: [
      ['1.0 to 3', '1000', '1.08', '1.09', '10'],
      ['2.0 to 3', '1000', '1.07', '1.09', '20'],
    ],
    flatToFlat: [['1.0 to 3', '2000', '1.075', '1.09', '30']],
  },
  {
    name: 'AllInScaleOut',
    executions: [
      ['2000', '1.07'],
      ['-1000', '1.08'],
      ['-1000', '1.09'],
    ],
    fifo: [
      ['1.0 to 2', '1000', '1.07', '1.08', '10'],
      ['1.1 to 3', '1000', '1.07', '1.09', '20'],
    ],
    flatToFlat: [['1.0 to 3', '2000', '1.07', '1.085', '30']],
  },
  {
    name: 'ScaleInScaleOut1',
    executions: [
      ['1000', '1.07'],
      ['1000', '1.08'],
      ['-1000', '1.09'],
      ['1000', '1.08'],
      ['-2000', '1.09'],
    ],
    fifo: [
      ['1.0 to 3', '1000', '1.07', '1.09', '20'],
      ['2.0 to 5', '1000', '1.08', '1.09', '10'],
      ['4.0 to 5', '1000', '1.08', '1.09', '10'],
    ],
    flatToFlat: [['1.0 to 5', '3000', '1.076666666666666667', '1.09', '40']],
  },
  {
    name: 'ScaleInScaleOut2',
    executions: [
      ['1000', '1.07'],
      ['2000', '1.08'],
      ['-1000', '1.09'],
      ['1000', '1.08'],
      ['-3000', '1.09'],
    ],
    fifo: [
      ['1.0 to 3', '1000', '1.07', '1.09', '20'],
      ['2.0 to 5', '2000', '1.08', '1.09', '20'],
      ['4.0 to 5', '1000', '1.08', '1.09', '10'],
    ],
    flatToFlat: [['1.0 to 5', '4000', '1.0775', '1.09', '50']],
  },
  {
    name: 'ScaleInScaleOut3',
    executions: [
      ['1000', '1.07'],
      ['1000', '1.08'],
      ['1000', '1.09'],
      ['-2000', '1.10'],
      ['1000', '1.08'],
      ['-2000', '1.09'],
    ],
    fifo: [
      ['1.0 to 4', '1000', '1.07', '1.1', '30'],
      ['2.0 to 4', '1000', '1.08', '1.1', '20'],
      ['3.0 to 6', '1000', '1.09', '1.09', '0'],
      ['5.0 to 6', '1000', '1.08', '1.09', '10'],
    ],
    flatToFlat: [['1.0 to 6', '4000', '1.08', '1.095', '60']],
  },
  {
    name: 'ScaleInScaleOut4',
    executions: [
      ['1000', '1.07'],
      ['1000', '1.08'],
      ['-1500', '1.09'],
      ['-500', '1.10'],
    ],
    fifo: [
      ['1.0 to 3', '1000', '1.07', '1.09', '20'],
      ['2.0 to 3', '500', '1.08', '1.09', '5'],
      ['2.1 to 4', '500', '1.08', '1.1', '10'],
    ],
    flatToFlat: [['1.0 to 4', '2000', '1.075', '1.0925', '35']],
  },
];
