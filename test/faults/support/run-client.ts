import { eventually } from '../../../apps/worker/test/support/within';
import { AUTHORIZATION } from './authorization';

interface Series {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

/** Submits backtests of a series and reads how they are. */
export class RunClient {
  private readonly url: string;

  constructor(
    apiUrl: string,
    private readonly series: Series,
  ) {
    this.url = `${apiUrl}/api/v1/backtesting`;
  }

  async submit(): Promise<number> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...this.series,
        strategy_name: 'sma_cross',
        start_date: '2024-01-01',
        end_date: '2024-01-10',
        parameters: { fast: 2, slow: 4 },
      }),
    });
    if (response.status !== 202) throw new Error(`a backtest was answered ${response.status}`);
    return ((await response.json()) as { id: number }).id;
  }

  async untilCompleted(ids: readonly number[]): Promise<void> {
    await eventually(
      `the backtests ${ids.join(', ')} are completed`,
      () => Promise.all(ids.map((id) => this.status(id))),
      (statuses) => statuses.every((status) => status === 'completed'),
    );
  }

  private async status(id: number): Promise<string> {
    const response = await fetch(`${this.url}/${id}/report`, { headers: { authorization: AUTHORIZATION } });
    return ((await response.json()) as { status: string }).status;
  }
}
