import { SMA_CROSS } from '../../../apps/worker/test/support/api-client';
import type { ExampleAnswers } from './example-answers';

const BACKTESTS = '/api/v1/backtesting';

/** Runs, searches and what is read of them. */
export async function requestBacktests(answers: ExampleAnswers): Promise<void> {
  const waiting = { prefer: 'wait=10' };
  const { id } = await answers.post<{ id: number }>(BACKTESTS, SMA_CROSS);
  await answers.post(BACKTESTS, SMA_CROSS, waiting);
  const [path, template] = [`${BACKTESTS}/${id}`, `${BACKTESTS}/{b_id}`];
  await answers.untilFinished(path, template);
  await answers.get(`${path}/report`, `${template}/report`);
  await answers.get(`${path}/trades?size=2`, `${template}/trades`);
  await answers.get(`${path}/trades/1/levels`, `${template}/trades/{number}/levels`);
  await answers.get(`${path}/equity?points=4`, `${template}/equity`);
  await answers.get(`${path}/drawdowns?size=2`, `${template}/drawdowns`);
  await answers.get(`${path}/monthly`, `${template}/monthly`);
  await answers.get(`${path}/distribution`, `${template}/distribution`);
  await answers.get(`${path}/indicators?points=4`, `${template}/indicators`);
  await requestVerification(answers, path, template);
  await answers.get(`${BACKTESTS}/fee-presets`);
  await answers.get(`${BACKTESTS}/strategies`);
  const search = { ...SMA_CROSS, param_grid: { fast: [5, 10], slow: [50, 100] } };
  const forward = await answers.post<{ id: number }>(`${BACKTESTS}/walk-forward`, search, waiting);
  await answers.untilFinished(`${BACKTESTS}/walk-forward/${forward.id}`, `${BACKTESTS}/walk-forward/{w_id}`);
  await requestVerification(
    answers,
    `${BACKTESTS}/walk-forward/${forward.id}`,
    `${BACKTESTS}/walk-forward/{w_id}`,
  );
  await answers.get(`${BACKTESTS}/walk-forward`);
  for (const part of ['report', 'trades?size=2', 'equity?points=4&with=benchmark', 'distribution']) {
    const [name] = part.split('?');
    await answers.get(
      `${BACKTESTS}/walk-forward/${forward.id}/${part}`,
      `${BACKTESTS}/walk-forward/{w_id}/${name}`,
    );
  }
  await answers.get(
    `${BACKTESTS}/compare?runs=backtest:${id},walk-forward:${forward.id}&points=4`,
    `${BACKTESTS}/compare`,
  );
  const sweep = await answers.post<{ id: number }>(`${BACKTESTS}/sweep`, search);
  await answers.post(`${BACKTESTS}/sweep`, search, waiting);
  await answers.untilFinished(`${BACKTESTS}/sweep/${sweep.id}`, `${BACKTESTS}/sweep/{s_id}`);
  await requestVerification(answers, `${BACKTESTS}/sweep/${sweep.id}`, `${BACKTESTS}/sweep/{s_id}`);
  await answers.get(`${BACKTESTS}/sweep`);
  await answers.get(
    `${BACKTESTS}/sweep/${sweep.id}/matrix?x=fast&y=slow&measure=sharpe_ratio`,
    `${BACKTESTS}/sweep/{s_id}/matrix`,
  );
  const [labels, labelsTemplate] = [
    `${BACKTESTS}/runs/backtest/${id}/labels`,
    `${BACKTESTS}/runs/{kind}/{id}/labels`,
  ];
  await answers.patch(labels, { name: 'Slow trend', tags: ['spx'] }, labelsTemplate);
  await answers.get(labels, labelsTemplate);
  await answers.get(`${BACKTESTS}/runs?size=2`);
  await answers.get(BACKTESTS);
  await answers.patch(path, { sharpe_ratio: 0.8 }, template);
}

async function requestVerification(answers: ExampleAnswers, path: string, template: string): Promise<void> {
  await answers.post(`${path}/verify`, undefined, {}, `${template}/verify`);
  await answers.get(`${path}/verify`, `${template}/verify`);
}
