import { useEffect, useState } from 'react';
import { duration, useTimes } from '../format/times';
import { useSession } from './session';

const WARNED_SECONDS = 3_600;

function useNow(everyMilliseconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}

/** How long the token is valid. */
export function SessionExpiry() {
  const { token, expiresAt } = useSession();
  const now = useNow(15_000);
  const times = useTimes();
  if (token === undefined) return null;
  if (expiresAt === undefined) return <span className="quiet hide-narrow">Token without expiry</span>;
  const seconds = (expiresAt - now) / 1_000;
  if (seconds <= 0) return <span className="bad">Token expired</span>;
  return (
    <span className={seconds < WARNED_SECONDS ? 'warn' : 'quiet hide-narrow'} title={times.time(expiresAt)}>
      Token expires in {duration(seconds)}
    </span>
  );
}
