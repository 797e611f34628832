import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/settings',
    component: lazyRouteComponent(() => import('./settings-page'), 'SettingsPage'),
  }),
] as const;
