import { lazy, Suspense, useState } from 'react';
import type { TermProps } from './term-popover';

// Loaded when a term is activated: the first load of a page is without it.
const TermPopover = lazy(() => import('./term-popover'));

/** A term that explains itself when it is activated, by pointer or keyboard. */
export function Term(props: TermProps) {
  const [activated, setActivated] = useState(false);
  const term = (
    <button
      type="button"
      className="term"
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setActivated(true)}
    >
      {props.children}
    </button>
  );
  if (!activated) return term;
  return (
    <Suspense fallback={term}>
      <TermPopover {...props} />
    </Suspense>
  );
}
