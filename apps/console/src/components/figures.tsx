import type { ReactNode } from 'react';

export interface Figure {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Below the value: what it is compared with, or its time. */
  readonly note?: ReactNode;
}

/** Figures side by side, each with its label. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
