import { API_AND_STREAMS } from './api-and-streams';
import { toDashboard } from './dashboard';
import { DATA_FRESHNESS } from './data-freshness';
import { DEPENDENCIES_AND_RUNTIME } from './dependencies-and-runtime';
import { RUNS_AND_WORKERS } from './runs-and-workers';

/** All dashboards; ops/grafana/dashboards has each as `<uid>.json`. */
export const dashboards = () =>
  [API_AND_STREAMS, RUNS_AND_WORKERS, DATA_FRESHNESS, DEPENDENCIES_AND_RUNTIME].map(toDashboard);
