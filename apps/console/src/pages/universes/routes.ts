import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { nameSearch } from '../search-parameters';

export const universeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/universes',
    component: lazyRouteComponent(() => import('./universes-page'), 'UniversesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    // A name may have signs that a path of the console has none of.
    path: '/console/universe',
    validateSearch: nameSearch,
    component: lazyRouteComponent(() => import('./universe-page'), 'UniversePage'),
  }),
] as const;
