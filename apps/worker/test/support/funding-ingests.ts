import type { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import type { JobStage } from './job-stage';
import { eventually } from './within';

const HOUR = 3_600_000;

export interface IngestRow {
  readonly symbol: string;
  readonly asked_hour: Date | null;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly not_before: Date | null;
  readonly token: string | null;
}

/** Every time that an hour is dealt with. */
const AUDIT = `
  create table requested_hours (symbol text not null, hour timestamptz not null);
  create function audit_funding() returns trigger language plpgsql as $$
  begin
    insert into requested_hours values (new.symbol, new.asked_hour);
    return null;
  end $$;
  create trigger audit after update on funding_ingests for each row
    when (new.asked_hour > coalesce(old.asked_hour, '-infinity')) execute function audit_funding();`;

/** The ingests of settled funding as the database has them, and the funding that an exchange has settled. */
export class FundingIngests {
  private constructor(
    private readonly stage: JobStage,
    private readonly exchange: FakeExchange,
  ) {}

  static async audit(stage: JobStage, exchange: FakeExchange): Promise<FundingIngests> {
    await stage.query(AUDIT);
    return new FundingIngests(stage, exchange);
  }

  /** Forgets the ingests with their jobs, and what they have stored and requested. */
  async clear(): Promise<void> {
    await this.stage.query(
      'truncate funding_rates, funding_rate_revisions, funding_ingests, requested_hours, job_runs, job_outbox',
    );
    this.exchange.requests.length = 0;
  }

  /** As before the first request of each symbol, which its job makes at once; all jobs wait for their next hour. */
  async forget(): Promise<void> {
    await this.stage.query('truncate funding_rates, funding_rate_revisions, requested_hours');
    await this.stage.query('update funding_ingests set asked_hour = null, succeeded_at = null');
    this.exchange.requests.length = 0;
    await this.makeDue();
  }

  /** With their jobs. */
  rows(): Promise<IngestRow[]> {
    return this.stage.query(
      `select funding_ingests.*, token, not_before from funding_ingests
       left join job_runs on job = 'funding-ingest' and subject = exchange || ':' || symbol order by symbol`,
    );
  }

  untilRequested(count: number): Promise<IngestRow[]> {
    return eventually(
      'every symbol was requested',
      () => this.rows(),
      (rows) => {
        const requested = rows.filter(isRequested);
        return requested.length === count && requested.every(({ asked_hour }) => !isLongAgo(asked_hour!));
      },
    );
  }

  async untilOthersRequested(symbol: string): Promise<void> {
    await eventually(
      `every symbol but ${symbol} was requested`,
      () => this.rows(),
      (rows) => rows.every((row) => row.symbol === symbol || isRequested(row)),
    );
  }

  async makeDue(): Promise<void> {
    await this.stage.query('update job_runs set not_before = null');
    await this.stage.query(`update job_outbox set available_at = now() - interval '5 seconds'`);
  }

  /** As after some hours without workers. */
  async forgetHours(): Promise<void> {
    await this.stage.query(`update funding_ingests set asked_hour = asked_hour - interval '5 hours'`);
    await this.makeDue();
  }

  async stored(symbol: string): Promise<string[]> {
    const rows = await this.stage.query<{ time: Date; rate: string }>(
      'select funding_time as time, funding_rate as rate from funding_rates where symbol = $1 order by funding_time',
      [symbol],
    );
    return rows.map(({ time, rate }) => `${time.toISOString()} ${rate}`);
  }

  /** What the exchange has settled, at the full hours that its stamps mean. */
  settled(symbol: string): string[] {
    return this.exchange.market
      .funding(symbol)
      .map(
        ({ fundingTime, fundingRate }) =>
          `${new Date(Math.round(fundingTime / HOUR) * HOUR).toISOString()} ${fundingRate}`,
      );
  }

  /** The paths of the requests for funding. */
  requests(): string[] {
    return this.exchange.requests.filter((path) => path.includes('fundingRate'));
  }
}

function isRequested({ asked_hour, token }: IngestRow): boolean {
  return asked_hour !== null && token === null;
}

function isLongAgo(hour: Date): boolean {
  return hour.getTime() < Date.now() - 2 * HOUR;
}
