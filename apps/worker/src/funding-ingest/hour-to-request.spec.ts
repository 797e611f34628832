import { hourToRequest } from './hour-to-request';

const hourAt = (time: string) => hourToRequest(Date.parse(time)).toISOString();

describe('the hour to request', () => {
  it('is the full hour that began a minute or more ago', () => {
    expect(hourAt('2024-01-01T08:01:00.000Z')).toBe('2024-01-01T08:00:00.000Z');
    expect(hourAt('2024-01-01T08:59:59.999Z')).toBe('2024-01-01T08:00:00.000Z');
    expect(hourAt('2024-01-01T09:00:59.999Z')).toBe('2024-01-01T08:00:00.000Z');
    expect(hourAt('2024-01-01T09:01:00.000Z')).toBe('2024-01-01T09:00:00.000Z');
  });
});
