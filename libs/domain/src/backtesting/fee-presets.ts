import { FEE_PRESETS, type FeePreset, type FeePresets, MARKETS } from '#engine/market/fee-presets';
import { isObject, readJsonObjectFile } from '#platform/config/json-object-file';

export const FEE_PRESETS_IN_USE = Symbol('fee presets');

const RATE = /^-?(0|[1-9]\d{0,19})(\.\d{1,18})?$/;

/**
 * The built-in presets, with those of `FEE_PRESETS_FILE` over them: a JSON object of exchange → {markets: {spot|swap: {maker,
 * taker}}, asOf, source}.
 */
export function loadFeePresets(file: string | undefined): FeePresets {
  if (!file) return FEE_PRESETS;
  const own = readJsonObjectFile('FEE_PRESETS_FILE', file, 'presets by exchange');
  for (const [exchange, preset] of Object.entries(own)) {
    if (!isFeePreset(preset)) {
      throw new Error(
        `FEE_PRESETS_FILE: ${exchange} must be {"markets": {"spot" or "swap": {"maker": "0.001", "taker": "0.001"}}, "asOf", "source"}`,
      );
    }
  }
  return { ...FEE_PRESETS, ...(own as FeePresets) };
}

function isFeePreset(value: unknown): value is FeePreset {
  if (!isObject(value)) return false;
  const { markets, asOf, source } = value;
  if (!isObject(markets) || typeof asOf !== 'string' || typeof source !== 'string') return false;
  const entries = Object.entries(markets);
  return (
    entries.length > 0 &&
    entries.every(
      ([market, rates]) =>
        MARKETS.some((known) => known === market) &&
        isObject(rates) &&
        isRate(rates.maker) &&
        isRate(rates.taker),
    )
  );
}

function isRate(value: unknown): boolean {
  return typeof value === 'string' && RATE.test(value);
}
