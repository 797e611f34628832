import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route';

export const homeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console',
    beforeLoad: () => redirect({ to: '/', replace: true, throw: true }),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./home-page'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/events',
    component: lazyRouteComponent(() => import('./events-page'), 'EventsPage'),
  }),
] as const;
