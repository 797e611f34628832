import { Client } from 'pg';
import './refuse-deprecated-queries';

describe('the guard of the fault suite', () => {
  it('refuses a query on a client that has others waiting, and no other', async () => {
    const client = new Client({ host: '127.0.0.1', port: 1 });
    const first = client.query('select 1');

    expect(() => void client.query('select 2')).toThrow('on a client that has others waiting');
    await expect(client.connect()).rejects.toThrow('ECONNREFUSED');
    await expect(first).rejects.toThrow('Connection terminated');
  });
});
