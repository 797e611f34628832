import { exact } from '../../format/numbers';

interface ResultProps {
  readonly amount: string | null;
  readonly currency: string | null;
}

/** A profit or a loss with its sign, in the colour of its side. */
export function Result({ amount, currency }: ResultProps) {
  const text = exact(amount, currency ?? undefined);
  if (amount === null) return text;
  const isLoss = amount.startsWith('-');
  const isNothing = !/[1-9]/.test(amount);
  if (isNothing) return text;
  return <span className={isLoss ? 'bad' : 'good'}>{isLoss ? text : `+${text}`}</span>;
}
