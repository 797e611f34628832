import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { bandsOf, NO_BAND } from './bands';

/** Grounds over the whole height of a pane: each point of the line series that it is attached to colours the time until the next. */
export class BandsPrimitive implements ISeriesPrimitive {
  private series?: ISeriesApi<'Line'>;
  private chart?: IChartApi;
  private bands: ReturnType<typeof bandsOf<Time>> = [];
  private readonly views = [
    { zOrder: () => 'bottom' as const, renderer: (): IPrimitivePaneRenderer => ({ draw: this.draw }) },
  ];

  attached({ series, chart }: SeriesAttachedParameter): void {
    this.series = series as ISeriesApi<'Line'>;
    this.chart = chart;
    this.series.subscribeDataChanged(this.follow);
    this.follow();
  }

  detached(): void {
    this.series?.unsubscribeDataChanged(this.follow);
  }

  paneViews() {
    return this.views;
  }

  private readonly follow = (): void => {
    const points = this.series?.data() ?? [];
    this.bands = bandsOf(
      points.map((point) => ({
        time: point.time,
        color: 'color' in point && point.color !== undefined ? point.color : NO_BAND,
      })),
    );
  };

  private readonly draw: IPrimitivePaneRenderer['draw'] = (target) => {
    const scale = this.chart?.timeScale();
    if (!scale) return;
    const spacing =
      (scale.logicalToCoordinate(1 as never) ?? 0) - (scale.logicalToCoordinate(0 as never) ?? 0);
    target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio: ratio }) => {
      // A bar is around its time: the ground begins half a bar before it.
      const edge = (time: Time, bars: number) =>
        Math.round(((scale.timeToCoordinate(time) ?? 0) + bars * spacing) * ratio);
      for (const { start, end, isOpen, color } of this.bands) {
        const from = edge(start, -0.5);
        context.fillStyle = color;
        context.fillRect(from, 0, Math.max(edge(end, isOpen ? 0.5 : -0.5) - from, 1), bitmapSize.height);
      }
    });
  };
}
