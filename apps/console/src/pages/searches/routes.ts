import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { runSearch, tabSearch } from '../search-parameters';

export const searchRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/sweeps/new',
    validateSearch: runSearch,
    component: lazyRouteComponent(() => import('./new-sweep-page'), 'NewSweepPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/sweeps/$id',
    component: lazyRouteComponent(() => import('./sweep-page'), 'SweepPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/walk-forwards/new',
    validateSearch: runSearch,
    component: lazyRouteComponent(() => import('./new-walk-forward-page'), 'NewWalkForwardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/walk-forwards/$id',
    validateSearch: tabSearch,
    component: lazyRouteComponent(() => import('./walk-forward-page'), 'WalkForwardPage'),
  }),
] as const;
