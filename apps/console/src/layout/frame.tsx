import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSession } from '../session/session';
import { SessionExpiry } from '../session/session-expiry';
import { SignIn } from '../session/sign-in';
import icon from './icon.svg';
import { NavigationLinks } from './navigation-links';

const NavigationDialog = lazy(() => import('./navigation-dialog'));

/** What surrounds every page. Without a token it shows the form for one; the address is kept. */
export function Frame() {
  const { token } = useSession();
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  return (
    <div className="frame">
      <a className="skip-link" href="#main" onClick={() => main.current?.focus()}>
        Skip to the page
      </a>
      <header className="frame-header">
        <NarrowNavigation />
        <Link to="/" className="frame-name">
          <img src={icon} alt="" width={28} height={28} />
          Candelabra
        </Link>
        <SessionExpiry />
        <Link to="/console/settings">Settings</Link>
      </header>
      <nav className="frame-navigation" aria-label="Pages">
        <NavigationLinks />
      </nav>
      <main className="frame-main" id="main" tabIndex={-1} ref={main}>
        {token === undefined ? <SignIn /> : <Outlet />}
      </main>
      <footer className="frame-footer">
        <a href="/docs">API documentation</a>
        <span>
          Charts: <a href="https://www.tradingview.com/">TradingView</a> Lightweight Charts™
        </span>
      </footer>
    </div>
  );
}

/** A menu on narrow screens, loaded when it is opened. Closed, it gives the focus back to its button. */
function NarrowNavigation() {
  const [open, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setTimeout(() => button.current?.focus());
  };
  return (
    <>
      <button
        type="button"
        className="button frame-menu"
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        ref={button}
        onClick={() => setOpen(true)}
      >
        Menu
      </button>
      {open !== undefined && (
        <Suspense>
          <NavigationDialog open={open} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}

/** Another page begins at its beginning for who reads by keyboard or by ear, too. The first page keeps the browser's focus. */
function useFocusOnNavigation(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
