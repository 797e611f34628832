import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';

const SAMPLE = new URLSearchParams({ exchange: 'us', symbol: 'SPX', interval: '1d' }).toString();
const OWN = { exchange: 'example', symbol: 'ANALYSIS-PAGE/USDT', interval: '1h' };
const ofOwn = new URLSearchParams(OWN).toString();

describe('regimes', () => {
  it('are drawn under the price, with the confidence and the states of the model', async () => {
    const view = await openConsole(`/console/regimes?${SAMPLE}`);
    const { page } = view;
    const { regime } = await api.get<{ regime: string }>(`/analysis/regime/details?${SAMPLE}`);
    const now = page.getByRole('region', { name: 'Regime now' });
    await now.getByText(regime, { exact: true }).first().waitFor();
    await page.locator('[data-chart="Regimes of SPX"]').waitFor();
    await everyChartHasATable(page);
    await axe(view);
  });

  it('are computed where there is none yet', async () => {
    await api.uploadCandles(OWN, waveOfCandles({ count: 480 }));
    const view = await openConsole('/console/regimes');
    const { page } = view;
    view.expectProblem(404, '/api/v1/analysis/regime/details');
    await page.getByRole('combobox', { name: 'Series' }).selectOption('example ANALYSIS-PAGE/USDT 1h');
    await page.getByText('No regime of this series has been computed yet.').waitFor();
    await page.getByRole('button', { name: 'Compute' }).click();
    await page.locator('[data-chart="Regimes of ANALYSIS-PAGE/USDT"]').waitFor();
  });
});

describe('sentiment', () => {
  it('has the share of each headline, which add up to the score', async () => {
    const view = await openConsole('/console/sentiment', { theme: 'dark' });
    const { page } = view;
    await page.getByRole('combobox', { name: 'Symbol' }).fill('SPX');
    await page.getByLabel('As of').fill('2020-04-18T00:00:00Z');
    await page.getByRole('button', { name: 'Read the sentiment' }).click();
    const path = '/analysis/sentiment/details?symbol=SPX&as_of=2020-04-18T00:00:00Z';
    const sentiment = await api.get<{ sentiment_score: number; headlines: { title: string }[] }>(path);
    const card = page.getByRole('region', { name: 'Sentiment of SPX' });
    await card.getByText(sentiment.sentiment_score.toFixed(4)).waitFor();
    const rows = card.getByRole('row');
    expect(await rows.count()).toBe(sentiment.headlines.length + 1);
    expect(await rows.nth(1).textContent()).toContain(sentiment.headlines[0]!.title);
    await axe(view);
    // The address has the moment, too.
    await page.reload();
    await card.getByText(sentiment.sentiment_score.toFixed(4)).waitFor();
    expect(await page.getByLabel('As of').inputValue()).toBe('2020-04-18T00:00:00Z');
  });

  it('takes a headline, and says what is wrong with one', async () => {
    const view = await openConsole('/console/sentiment?symbol=ANALYSIS-PAGE');
    const { page } = view;
    await page.getByText('No headline of these 72 hours names ANALYSIS-PAGE').waitFor();
    const title = 'Profits surge to a record high';
    await page.getByLabel('Headline', { exact: true }).fill(title);
    await page.getByLabel('Published').fill('yesterday');
    view.expectProblem(422, '/api/v1/analysis/headlines');
    await page.getByRole('button', { name: 'Store the headline' }).click();
    await page.locator('.error').first().waitFor();
    await page.getByLabel('Published').fill(new Date().toISOString());
    await page.getByRole('button', { name: 'Store the headline' }).click();
    await page.getByRole('row', { name: new RegExp(title) }).waitFor();
    await page.getByText('bullish', { exact: true }).waitFor();
  });
});

describe('features', () => {
  it('are searched, drawn, computed and downloaded', async () => {
    await api.uploadCandles(OWN, waveOfCandles({ count: 480 }));
    const view = await openConsole(`/console/features?${ofOwn}`);
    const { page } = view;
    await page.locator('[data-chart="Features of ANALYSIS-PAGE/USDT"]').waitFor();
    await page.getByRole('button', { name: 'Compute the features' }).click();
    await page.getByText('1 series computed').waitFor();
    await page.getByLabel('Search').fill('money flow');
    await page.getByRole('checkbox', { name: 'Draw mfi_14' }).check();
    await page.getByText('mfi_14', { exact: true }).first().waitFor();
    const { features } = await api.get<{ features: Record<string, number> }>(`/features?${ofOwn}`);
    const value = String(features['mfi_14']).slice(0, 8);
    expect(await page.getByRole('row', { name: /Draw mfi_14/ }).textContent()).toContain(value);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('features-ANALYSIS-PAGE-USDT-1h.csv');
    await everyChartHasATable(page);
    await axe(view);
  });
});
