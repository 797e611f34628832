import { Link, type LinkProps } from '@tanstack/react-router';

export interface TabLink {
  readonly link: LinkProps;
  readonly label: string;
}

/** Parts of one thing, each with an address of its own. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="no-print">
      <ul className="tabs">
        {tabs.map(({ link, label: text }) => (
          <li key={text}>
            <Link {...link} activeOptions={{ exact: true, includeSearch: true }}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
