import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { seriesSearch, symbolSearch } from '../search-parameters';

export const analysisRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/regimes',
    validateSearch: seriesSearch,
    component: lazyRouteComponent(() => import('./regimes-page'), 'RegimesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/sentiment',
    validateSearch: symbolSearch,
    component: lazyRouteComponent(() => import('./sentiment-page'), 'SentimentPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/features',
    validateSearch: seriesSearch,
    component: lazyRouteComponent(() => import('./features-page'), 'FeaturesPage'),
  }),
] as const;
