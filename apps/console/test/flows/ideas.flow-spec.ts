import { api } from '../support/api';
import { axe } from '../support/axe';
import { openConsole } from '../support/console-page';

const NAME = 'Ideas page: buy the dip';

interface Run {
  readonly id: number;
  readonly verdict: string;
}

describe('strategy ideas', () => {
  it('are written, linked with runs as evidence, and warn of a status that no run supports', async () => {
    const view = await openConsole('/console/ideas');
    const { page } = view;
    await page.getByRole('button', { name: 'New idea' }).click();
    await page.getByLabel('Name').fill(NAME);
    await page.getByLabel('Description').fill('After three falling days.\nWhy: forced selling ends.');
    await page.getByRole('button', { name: 'Write the idea' }).click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();

    const query = '/backtesting/runs?kind=walk-forward&symbol=SPX&order=asc&size=1';
    const run = (await api.get<{ items: Run[] }>(query)).items[0]!;
    await page.getByLabel('Kind').selectOption('walk-forward');
    await page.getByLabel('Number of the run').fill(String(run.id));
    await page.getByLabel('Note').fill('as expected');
    await page.getByRole('button', { name: 'Link the run' }).click();
    const evidence = page.getByRole('table', { name: 'Linked runs' });
    const row = evidence.getByRole('row', { name: new RegExp(`walk-forward ${run.id}`, 'i') });
    await row.waitFor();
    expect((await row.textContent())?.toLowerCase()).toContain(run.verdict.replaceAll('_', ' '));

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Status').fill('validated');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const id = Number(page.url().split('/').at(-1));
    await page.locator('.notice.warn').first().waitFor();
    const { warnings } = await api.get<{ warnings: string[] }>(`/strategy-ideas/${id}/details`);
    expect(await page.locator('.notice.warn').allTextContents()).toEqual(warnings);
    await axe(view);

    await page.getByRole('link', { name: 'All ideas' }).click();
    await page.getByLabel('Status').fill('validated');
    await page.getByRole('link', { name: NAME }).waitFor();
  });

  it('say which run does not exist', async () => {
    const { id } = await api.post<{ id: number }>('/strategy-ideas', { name: 'x', description: 'y' });
    const view = await openConsole(`/console/ideas/${id}`, { width: 390, theme: 'dark' });
    const { page } = view;
    view.expectProblem(422, `/api/v1/strategy-ideas/${id}/evidence`);
    await page.getByLabel('Number of the run').fill('999999999');
    await page.getByRole('button', { name: 'Link the run' }).click();
    await page.getByRole('alert').waitFor();
    await axe(view);
  });
});
