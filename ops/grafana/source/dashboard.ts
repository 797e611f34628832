import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  type Panel,
  QueryVariableBuilder,
  RowBuilder,
  TextBoxVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DOCUMENTATION, runbookUrl } from './limits';
import { PROMETHEUS } from './panels';

const TAG = 'candelabra';

/** A list of values above the panels, which expressions filter by. */
interface Variable {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly metric: string;
  readonly of: string;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Builder<Panel>[];
}

export interface DashboardSource {
  /** Part of its address, and the name of its file. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly Variable[];
  /** What an on-call reads first. */
  readonly top: readonly Builder<Panel>[];
  readonly rows: readonly Row[];
}

/** The job and the replicas: of `jobs`, a pattern of the names that Prometheus gives the targets. */
export const replicasOf = (jobs: string): readonly Variable[] => [
  {
    name: 'job',
    label: 'Job',
    description: 'Jobs of Prometheus that scrape the processes',
    metric: `build_info{job=~"${jobs}"}`,
    of: 'job',
  },
  {
    name: 'instance',
    label: 'Replica',
    description: 'Processes; figures of the whole database do not depend on it',
    metric: 'build_info{job=~"$job"}',
    of: 'instance',
  },
];

export const EXCHANGES: Variable = {
  name: 'exchange',
  label: 'Exchange',
  description: 'Exchanges with candles',
  metric: 'candle_last_close_timestamp_seconds',
  of: 'exchange',
};

/** Each start of another version on any replica. */
const deployments = () =>
  new AnnotationQueryBuilder()
    .name('Deployments')
    .datasource(PROMETHEUS)
    .enable(true)
    .hide(false)
    .iconColor('purple')
    .expr('sum by (version, commit) (build_info) unless sum by (version, commit) (build_info offset 5m)')
    .step('60s')
    .titleFormat('Version {{version}}')
    .textFormat('Commit {{commit}}');

const toQueryVariable = ({ name, label, description, metric, of }: Variable) =>
  new QueryVariableBuilder(name)
    .label(label)
    .description(description)
    .datasource(PROMETHEUS)
    .query({ query: `label_values(${metric}, ${of})`, refId: name })
    .definition(`label_values(${metric}, ${of})`)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.NaturalAsc)
    .multi(true)
    .includeAll(true)
    .current({ text: ['All'], value: ['$__all'] });

/** The dashboard as Grafana reads it. */
export function toDashboard(source: DashboardSource) {
  // Grafana has provisioned files in this schema since version 5, and in its successor since 12.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const builder = new DashboardBuilder(source.title)
    .uid(source.uid)
    .description(source.description)
    .tags([TAG])
    .timezone('utc')
    .time({ from: 'now-3h', to: 'now' })
    .refresh('30s')
    .tooltip(DashboardCursorSync.Crosshair)
    .readonly()
    .variables([
      new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'),
      ...source.variables.map(toQueryVariable),
      new TextBoxVariableBuilder('docs')
        .label('Documentation')
        .description('Where the folder docs is published: candelabra_docs of prometheus.yml')
        .defaultValue(DOCUMENTATION),
    ])
    .annotation(deployments())
    .links([
      new DashboardLinkBuilder('Candelabra')
        .type(DashboardLinkType.Dashboards)
        .tags([TAG])
        .includeVars(false)
        .keepTime(true),
      new DashboardLinkBuilder('Runbook')
        .type(DashboardLinkType.Link)
        .icon('doc')
        .tooltip('What to do when an alert fires')
        .url(runbookUrl('Runbook'))
        .targetBlank(true),
    ]);
  for (const panel of source.top) builder.withPanel(panel);
  for (const { title, panels } of source.rows) {
    builder.withRow(new RowBuilder(title));
    for (const panel of panels) builder.withPanel(panel);
  }
  const dashboard = builder.build();
  return {
    ...dashboard,
    panels: (dashboard.panels ?? []).map((panel, index) => ({ ...panel, id: index + 1 })),
  };
}
