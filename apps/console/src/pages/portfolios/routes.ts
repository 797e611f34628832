import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route';
import { portfolioSearch, tabSearch } from '../search-parameters';

export const portfolioRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/portfolios/new',
    validateSearch: portfolioSearch,
    component: lazyRouteComponent(() => import('./new-portfolio-page'), 'NewPortfolioPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/console/portfolios/$id',
    validateSearch: tabSearch,
    component: lazyRouteComponent(() => import('./portfolio-page'), 'PortfolioPage'),
  }),
] as const;
