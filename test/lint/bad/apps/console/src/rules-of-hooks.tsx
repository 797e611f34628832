import { useState } from 'react';

export function useWidth(isWide: boolean): number {
  if (!isWide) return 390;
  const [width] = useState(2_560);
  return width;
}
