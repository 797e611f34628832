import { createRouter } from '@tanstack/react-router';
import { rootRoute } from './pages/root-route';
import { analysisRoutes } from './pages/analysis/routes';
import { backtestRoutes } from './pages/backtests/routes';
import { datasetRoutes } from './pages/datasets/routes';
import { homeRoutes } from './pages/home/routes';
import { marketRoutes } from './pages/market/routes';
import { portfolioRoutes } from './pages/portfolios/routes';
import { runRoutes } from './pages/runs/routes';
import { searchRoutes } from './pages/searches/routes';
import { settingsRoutes } from './pages/settings/routes';
import { tradingRoutes } from './pages/trading/routes';
import { universeRoutes } from './pages/universes/routes';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...homeRoutes,
    ...backtestRoutes,
    ...runRoutes,
    ...searchRoutes,
    ...portfolioRoutes,
    ...universeRoutes,
    ...marketRoutes,
    ...datasetRoutes,
    ...analysisRoutes,
    ...tradingRoutes,
    ...settingsRoutes,
  ]),
  defaultPreload: false,
  scrollRestoration: true,
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
