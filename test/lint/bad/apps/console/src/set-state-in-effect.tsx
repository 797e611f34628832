import { useEffect, useState } from 'react';

export function useDoubled(count: number): number {
  const [doubled, setDoubled] = useState(0);
  useEffect(() => {
    setDoubled(count * 2);
  }, [count]);
  return doubled;
}
