import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { runSearch, tabSearch } from '../search-parameters';

/** `?tab=chart&trade=12` */
const backtestSearch = (search: Readonly<Record<string, unknown>>): { tab?: string; trade?: number } => ({
  ...tabSearch(search),
  trade: typeof search.trade === 'number' ? search.trade : undefined,
});

export const backtestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/backtests/new',
    validateSearch: runSearch,
    component: lazyRouteComponent(() => import('./new-backtest-page'), 'NewBacktestPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/backtests/$id',
    validateSearch: backtestSearch,
    component: lazyRouteComponent(() => import('./backtest-page'), 'BacktestPage'),
  }),
] as const;
