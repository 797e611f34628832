import { DisturbedSearch } from '../support/disturbed-search';
import { SEARCHED, storeSearchedMembers } from '../support/portfolio-searches';

const BY_WEIGHTS = {
  ...SEARCHED,
  weights: { method: 'inverse_volatility' },
  param_grid: {
    'weights.lookback': { min: 10, max: 45, step: 5 },
    'weights.max_weight': { min: 0.3, max: 1, step: 0.1 },
  },
};

let scene: DisturbedSearch;

beforeAll(async () => {
  scene = await DisturbedSearch.open({
    store: storeSearchedMembers,
    submit: (searches, prefer) => searches.portfolio('walk-forward', BY_WEIGHTS, prefer),
  });
});
afterEach(() => scene.goOn());
afterAll(() => scene.close());

describe('a walk-forward run of a portfolio', () => {
  it('answers the same bytes when one of two workers is killed with -9', async () => {
    const [killed] = await scene.runWorkers(2);
    const id = await scene.submitUntilMiddle();
    // Frozen first: the chunks that fall silent are surely its own.
    killed.signal('SIGSTOP');
    await scene.untilChunks('the worker holds chunks and is silent', id, ({ silent }) => silent > 0);
    await killed.kill();
    await scene.goOn();
    await scene.expectUndisturbed(id);
    expect((await scene.lossesOf(id)).chunks).toBeGreaterThanOrEqual(1);
  });
});
