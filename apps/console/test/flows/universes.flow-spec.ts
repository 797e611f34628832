import { api } from '../support/api';
import { axe } from '../support/axe';
import { openConsole } from '../support/console-page';

const NAME = 'tech & <b>coins</b>';
const PATH = `/universes/${encodeURIComponent(NAME)}`;

interface Universe {
  readonly members: readonly object[];
}

describe('the pages of universes', () => {
  it('stores a universe, which the list and its page show', async () => {
    const view = await openConsole('/console/universes', { width: 390 });
    const { page } = view;
    await page.getByRole('button', { name: 'New universe' }).click();
    await page.getByLabel('Name').fill(NAME);
    await page.getByLabel('Add a stored series').selectOption('us SPX 1d');
    const members = page.getByLabel('Members', { exact: true }).last();
    await members.fill(`${await members.inputValue()}\nus, ENRN, 2001-01-01, 2003-12-31`);
    await axe(view);
    await page.getByRole('button', { name: 'Store the universe' }).click();
    await page.getByRole('heading', { level: 1, name: `Universe ${NAME}` }).waitFor();
    await page.getByRole('row', { name: 'us ENRN 2001-01-01 2003-12-31' }).waitFor();
    expect((await api.get<Universe>(PATH)).members).toEqual([
      { exchange: 'us', symbol: 'SPX', from: null, to: null },
      { exchange: 'us', symbol: 'ENRN', from: '2001-01-01', to: '2003-12-31' },
    ]);
    await axe(view);
    await page.getByRole('link', { name: 'All universes' }).click();
    await page.getByRole('link', { name: NAME }).waitFor();
    await page.getByRole('button', { name: 'New universe' }).click();
    await page.getByLabel('Name').fill(NAME);
    await page.getByText('is the name of another universe').waitFor();
    expect(await page.getByRole('button', { name: 'Store the universe' }).isDisabled()).toBe(true);
  });

  it('edits the days of members, with what the service refuses beside, unless another client was faster', async () => {
    await api.put(PATH, { members: [{ exchange: 'us', symbol: 'SPX' }] });
    const view = await openConsole(`/console/universe?${new URLSearchParams({ name: NAME })}`, {
      theme: 'dark',
    });
    const { page } = view;
    const apiPath = `/api/v1${PATH}`;
    const members = page.getByLabel('Members', { exact: true }).last();
    view.expectProblem(422, apiPath);
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await members.inputValue()).toBe('us, SPX');
    await members.fill('us, SPX, 2010-01-01, 2009-01-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/member 1: /).waitFor();

    await api.put(PATH, { members: [{ exchange: 'us', symbol: 'OTHER' }] });
    view.expectProblem(412, apiPath);
    await members.fill('us, SPX, 2010-01-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed meanwhile', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Start again from what is stored' }).click();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'us, OTHER');
    await members.fill('us, SPX, 2010-01-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'us SPX 2010-01-01 its last candle' }).waitFor();
    await axe(view);
  });

  it('leads to a run of it, and deletes it after a question', async () => {
    await api.put(PATH, { members: [{ exchange: 'us', symbol: 'SPX' }] });
    const { page } = await openConsole(`/console/universe?${new URLSearchParams({ name: NAME })}`);
    await page.getByRole('link', { name: 'New portfolio run' }).last().click();
    await page.getByText('As JSON', { exact: true }).click();
    const json = await page.getByLabel('The request as JSON').textContent();
    expect(JSON.parse(json!)).toMatchObject({ universe: NAME });
    await page.goBack();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the universe' }).click();
    await page.waitForURL('**/console/universes');
    await expect(api.get(PATH)).rejects.toThrow('404');
  });
});
