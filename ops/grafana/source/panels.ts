import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  StackingConfigBuilder,
  StackingMode,
  VizLegendOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardLinkBuilder,
  DashboardLinkType,
  type Panel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as StateTimelineBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { PanelBuilder as TimeSeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { type Limit, runbookUrl } from './limits';

/** The data source that the reader of a dashboard has chosen. */
export const PROMETHEUS = { type: 'prometheus', uid: '${datasource}' };

/** Of 24 columns. */
const STAT_WIDTH = 3;
const GRAPH_WIDTH = 8;
const STAT_HEIGHT = 4;
const GRAPH_HEIGHT = 8;

interface Query {
  readonly expr: string;
  readonly legend: string;
}

interface PanelOptions {
  readonly title: string;
  readonly description: string;
  /** Of @grafana/grafana-foundation-sdk/units. */
  readonly unit: string;
  readonly limit?: Limit;
}

interface StatOptions extends PanelOptions {
  readonly expr: string;
  readonly decimals?: number;
}

interface GraphOptions extends PanelOptions {
  readonly queries: readonly Query[];
  readonly stacked?: boolean;
  /** The top of the axis, where it is known. */
  readonly max?: number;
}

const toTarget = ({ expr, legend }: Query, index: number) =>
  new DataqueryBuilder()
    .expr(expr)
    .legendFormat(legend)
    .range()
    .datasource(PROMETHEUS)
    .refId(String.fromCharCode('A'.charCodeAt(0) + index));

/** Red where the alert fires. Grafana colours from a value on: what fires above 0 counts something, so 1 is the first of them. */
function thresholdsOf(limit: Limit | undefined): ThresholdsConfigBuilder {
  return limit === undefined ? steps('blue') : steps('green', { value: limit.value || 1, color: 'red' });
}

const steps = (lowest: string, ...above: { value: number; color: string }[]) =>
  new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([{ value: null, color: lowest }, ...above]);

const describe = ({ description, limit }: PanelOptions) =>
  limit === undefined ? description : `${description}\n\nAlert: ${limit.alert}.`;

/** To the paragraphs of the runbook about the panel's alerts. */
const linksOf = (limit: Limit | undefined) =>
  (limit?.alert.split(', ') ?? []).map((alert) =>
    new DashboardLinkBuilder(alert).type(DashboardLinkType.Link).url(runbookUrl(alert)).targetBlank(true),
  );

/** One number: what to read first. */
export function stat(options: StatOptions): Builder<Panel> {
  return new StatBuilder()
    .title(options.title)
    .description(describe(options))
    .links(linksOf(options.limit))
    .datasource(PROMETHEUS)
    .unit(options.unit)
    .decimals(options.decimals ?? 0)
    .noValue('no data')
    .thresholds(thresholdsOf(options.limit))
    .colorMode(options.limit ? BigValueColorMode.Background : BigValueColorMode.Value)
    .graphMode(BigValueGraphMode.Area)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
    .targets([toTarget({ expr: options.expr, legend: options.title }, 0)])
    .span(STAT_WIDTH)
    .height(STAT_HEIGHT);
}

/** Lines over time, the highest first in the legend. */
export function graph(options: GraphOptions): Builder<Panel> {
  const builder = new TimeSeriesBuilder()
    .title(options.title)
    .description(describe(options))
    .links(linksOf(options.limit))
    .datasource(PROMETHEUS)
    .unit(options.unit)
    .axisSoftMin(0)
    .thresholds(thresholdsOf(options.limit))
    .thresholdsStyle(
      new GraphThresholdsStyleConfigBuilder().mode(
        options.limit ? GraphThresholdsStyleMode.Dashed : GraphThresholdsStyleMode.Off,
      ),
    )
    .fillOpacity(options.stacked ? 30 : 5)
    .stacking(
      new StackingConfigBuilder().mode(options.stacked ? StackingMode.Normal : StackingMode.None).group('A'),
    )
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.Table)
        .placement(LegendPlacement.Bottom)
        .showLegend(true)
        .calcs(['lastNotNull', 'max'])
        .sortBy('Max')
        .sortDesc(true),
    )
    .targets(options.queries.map(toTarget))
    .span(GRAPH_WIDTH)
    .height(GRAPH_HEIGHT);
  return options.max === undefined ? builder : builder.max(options.max);
}

/** One band for each series: green at 1 and more, red below. */
export function states(options: Omit<GraphOptions, 'limit' | 'stacked' | 'max'>): Builder<Panel> {
  return new StateTimelineBuilder()
    .title(options.title)
    .description(options.description)
    .datasource(PROMETHEUS)
    .unit(options.unit)
    .thresholds(steps('red', { value: 1, color: 'green' }))
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(false)
        .calcs([]),
    )
    .targets(options.queries.map(toTarget))
    .span(GRAPH_WIDTH)
    .height(GRAPH_HEIGHT);
}
