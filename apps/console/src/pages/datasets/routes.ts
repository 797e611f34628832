import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';

/** `?version=2` */
const versionSearch = ({ version }: Readonly<Record<string, unknown>>): { version?: number } => ({
  version: typeof version === 'number' ? version : undefined,
});

export const datasetRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/datasets',
    component: lazyRouteComponent(() => import('./datasets-page'), 'DatasetsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/datasets/$name',
    validateSearch: versionSearch,
    component: lazyRouteComponent(() => import('./dataset-page'), 'DatasetPage'),
  }),
] as const;
