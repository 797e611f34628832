import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { chartSearch, seriesSearch } from '../search-parameters';

export const marketRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/series',
    component: lazyRouteComponent(() => import('./series-page'), 'SeriesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/candles',
    validateSearch: chartSearch,
    component: lazyRouteComponent(() => import('./candles-page'), 'CandlesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/import',
    component: lazyRouteComponent(() => import('./import-page'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/gaps',
    validateSearch: seriesSearch,
    component: lazyRouteComponent(() => import('./gaps-page'), 'GapsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/quarantine',
    validateSearch: seriesSearch,
    component: lazyRouteComponent(() => import('./quarantine-page'), 'QuarantinePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/equities',
    validateSearch: seriesSearch,
    component: lazyRouteComponent(() => import('./equities-page'), 'EquitiesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/funding',
    validateSearch: seriesSearch,
    component: lazyRouteComponent(() => import('./funding-page'), 'FundingPage'),
  }),
] as const;
