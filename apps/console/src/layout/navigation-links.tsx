import { Link } from '@tanstack/react-router';
import { NAVIGATION } from './navigation';

/** The links to all pages, in their groups. */
export function NavigationLinks({ onFollow }: { readonly onFollow?: () => void }) {
  return NAVIGATION.map(({ title, links }) => (
    <div key={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true, includeSearch: false }} onClick={onFollow}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}
