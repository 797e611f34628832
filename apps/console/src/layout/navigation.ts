import type { LinkProps } from '@tanstack/react-router';

interface NavigationLink {
  readonly to: LinkProps['to'];
  readonly label: string;
}

interface NavigationGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

/** The pages in the order of the way through the product: data, then research, then what was traded. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'Overview',
    links: [
      { to: '/', label: 'Home' },
      { to: '/console/events', label: 'Events' },
    ],
  },
  {
    title: 'Market data',
    links: [
      { to: '/console/series', label: 'Series' },
      { to: '/console/candles', label: 'Candle chart' },
      { to: '/console/import', label: 'Import a CSV' },
      { to: '/console/datasets', label: 'Datasets' },
      { to: '/console/gaps', label: 'Gaps' },
      { to: '/console/quarantine', label: 'Quarantine' },
      { to: '/console/equities', label: 'Equities' },
      { to: '/console/funding', label: 'Funding rates' },
    ],
  },
  {
    title: 'Backtesting',
    links: [
      { to: '/console/runs', label: 'Runs' },
      { to: '/console/backtests/new', label: 'New backtest' },
      { to: '/console/sweeps/new', label: 'New sweep' },
      { to: '/console/walk-forwards/new', label: 'New walk-forward' },
      { to: '/console/portfolios/new', label: 'New portfolio run' },
      { to: '/console/universes', label: 'Universes' },
    ],
  },
  {
    title: 'Analysis',
    links: [
      { to: '/console/regimes', label: 'Regimes' },
      { to: '/console/sentiment', label: 'Sentiment' },
      { to: '/console/features', label: 'Features' },
    ],
  },
  {
    title: 'Trading',
    links: [
      { to: '/console/journal', label: 'Trade journal' },
      { to: '/console/ideas', label: 'Strategy ideas' },
      { to: '/console/dead-letters', label: 'Dead letters' },
    ],
  },
];
