import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { runListSearch } from './run-list';
import { runsSearch } from '../search-parameters';

export const runRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/runs',
    validateSearch: runListSearch,
    component: lazyRouteComponent(() => import('./runs-page'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/compare',
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import('./compare-page'), 'ComparePage'),
  }),
] as const;
