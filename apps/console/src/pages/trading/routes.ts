import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { tabSearch } from '../search-parameters';

export const tradingRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/journal',
    validateSearch: tabSearch,
    component: lazyRouteComponent(() => import('./journal-page'), 'JournalPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/journal/$id',
    component: lazyRouteComponent(() => import('./journal-entry-page'), 'JournalEntryPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/ideas',
    component: lazyRouteComponent(() => import('./ideas-page'), 'IdeasPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/ideas/$id',
    component: lazyRouteComponent(() => import('./idea-page'), 'IdeaPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/dead-letters',
    component: lazyRouteComponent(() => import('./dead-letters-page'), 'DeadLettersPage'),
  }),
] as const;
