import { setTimeout as delay } from 'node:timers/promises';

/** Seconds of the rules' time from one recorded scrape to the next; in truth they are a quarter of a second apart. */
export const RULE_SECONDS = 30;
const PAUSE_MILLISECONDS = 250;
const SCRAPE_MILLISECONDS = 30_000;
/** What the alerts of the incidents read; a scrape has hundreds of others. */
const RECORDED =
  /^(?:ready|candle_feed_(?:leader|series|updates_total)|events_rows(?:_limit)?|http_request_duration_seconds_count|position_report_differences|jwks_(?:keys|last_success_timestamp_seconds))\{/;

export interface RecordedTarget {
  readonly job: 'candelabra-api' | 'candelabra-worker';
  readonly instance: string;
  /** Where its metrics are now; a process that was replaced has another one. */
  readonly url: () => string;
}

/** Scrapes targets as Prometheus would, on a clock that runs 120 times as fast. */
export class ScrapeRecorder {
  private readonly series = new Map<string, string[]>();
  private scrapes = 0;

  constructor(
    private readonly targets: readonly RecordedTarget[],
    /** What is done before each scrape. */
    private readonly before: () => Promise<unknown> | undefined,
  ) {}

  /** Rule time of the last scrape, in seconds. */
  get seconds(): number {
    return (this.scrapes - 1) * RULE_SECONDS;
  }

  async record(count: number): Promise<void> {
    for (let scrape = 0; scrape < count; scrape++) {
      const pause = delay(PAUSE_MILLISECONDS);
      await this.before();
      const samples = await Promise.all(this.targets.map(scrapeTarget));
      for (const [name, value] of samples.flat()) this.add(name, value);
      this.scrapes++;
      await pause;
    }
  }

  /** `input_series` of promtool: a target that did not answer has stale series. */
  inputSeries(): { series: string; values: string }[] {
    return [...this.series].map(([series, values]) => {
      const all = Array.from({ length: this.scrapes }, (_, index) => values[index] ?? 'stale');
      return { series, values: all.join(' ') };
    });
  }

  private add(name: string, value: string): void {
    const values = this.series.get(name) ?? [];
    values[this.scrapes] = value;
    this.series.set(name, values);
  }
}

async function scrapeTarget({ job, instance, url }: RecordedTarget): Promise<[string, string][]> {
  const target = `job="${job}",instance="${instance}"`;
  try {
    const response = await fetch(`${url()}/metrics`, { signal: AbortSignal.timeout(SCRAPE_MILLISECONDS) });
    const lines = (await response.text()).split('\n').map((line) => line.replace(/^(\w+) /, '$1{} '));
    const samples = lines
      .filter((line) => RECORDED.test(line))
      .map((line): [string, string] => {
        const [, name, labels, value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line)!;
        return [`${name}{${[target, labels].filter(Boolean).join(',')}}`, value];
      });
    return [[`up{${target}}`, '1'], ...samples];
  } catch {
    return [[`up{${target}}`, '0']];
  }
}
