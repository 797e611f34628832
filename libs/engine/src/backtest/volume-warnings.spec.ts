import { candlesFromPrices } from '../../test/candles-from-prices';
import { run, scripted } from '../../test/run-scripted';
import { ENTER_LONG, EXIT_LONG } from './strategy';

/** 100 units bought at the open of bar 1, sold at the open of bar 3, on bars of these volumes. */
function warningsOf(volumes: readonly number[], volumeInBaseUnits = true) {
  const candles = candlesFromPrices(volumes.map(() => 100));
  candles.volume.set(volumes);
  return run(candles, scripted(ENTER_LONG, 0, EXIT_LONG), {}, { volumeInBaseUnits }).warnings;
}

it('counts the fills on bars of volume 0, where the series trades otherwise', () => {
  expect(warningsOf([5_000, 0, 5_000, 0, 5_000])).toEqual([
    'fills on bars of volume 0, where the series trades otherwise: 2',
  ]);
  expect(warningsOf([5_000, 0, 5_000, 5_000, 5_000], false)).toEqual([
    'fills on bars of volume 0, where the series trades otherwise: 1',
  ]);
  expect(warningsOf([0, 0, 0, 0, 0])).toEqual([]);
});

it("counts the fills above a tenth of their bar's volume, with the largest share", () => {
  expect(warningsOf([1, 999, 1, 80, 1])).toEqual([
    "fills above a tenth of their bar's volume: 2, the largest is 125 % of it",
  ]);
  expect(warningsOf([1, 1_000, 1, 500, 1])).toEqual([
    "fills above a tenth of their bar's volume: 1, the largest is 20 % of it",
  ]);
  expect(warningsOf([1, 1_000, 1, 1_000, 1])).toEqual([]);
});

it('says nothing about sizes where volumes count something else', () => {
  expect(warningsOf([1, 10, 1, 10, 1], false)).toEqual([]);
});
