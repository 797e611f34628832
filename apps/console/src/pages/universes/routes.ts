import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';

export const universeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/universes',
    component: lazyRouteComponent(() => import('./universes-page'), 'UniversesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/universes/$name',
    component: lazyRouteComponent(() => import('./universe-page'), 'UniversePage'),
  }),
] as const;
