interface PriceRange {
  readonly minValue: number;
  readonly maxValue: number;
}

/**
 * The range of an axis with these prices in it. One that is farther away than the range is high would leave no room for what is
 * drawn, and stays outside.
 */
export function stretchRange({ minValue, maxValue }: PriceRange, prices: readonly number[]): PriceRange {
  const height = maxValue - minValue;
  const near = prices.filter((price) => price >= minValue - height && price <= maxValue + height);
  return { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) };
}
