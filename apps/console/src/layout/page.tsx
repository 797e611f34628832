import { type ReactNode, useEffect } from 'react';

interface PageProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons and links at the end of the head. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page: the one h1 of the document, which is its title, too. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Candelabra`;
  }, [title]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div className="row no-print">{actions}</div>}
      </div>
      {children}
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** The width in the grid of a page: half of it from 1,100 px on, or all of it. */
  readonly wide?: boolean;
}

/** A section of a page, with an h2. */
export function Card({ title, actions, children, wide = false }: CardProps) {
  return (
    <section className={wide ? 'card wide' : 'card'} aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {actions !== undefined && <div className="row no-print">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
