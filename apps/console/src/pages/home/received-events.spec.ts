import { MOST_EVENTS, NO_EVENTS, type ReceivedEvents, receiveEvents } from './received-events';

const event = (id: string) => ({
  id: '1',
  event: 'candle.closed',
  data: JSON.stringify({ id, type: 'candelabra.candle.closed', data: {} }),
});
const receive = (state: ReceivedEvents, ...ids: string[]) =>
  ids.reduce((before, id) => receiveEvents(before, { event: event(id) }), state);
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('receiveEvents', () => {
  it('shows the newest first, and one that comes again after a break once', () => {
    const state = receive(NO_EVENTS, 'a', 'b', 'a');
    expect(idsOf(state.rows)).toEqual(['b', 'a']);
    expect(state.total).toBe(2);
  });

  it('keeps the newest rows alone, and counts all', () => {
    const ids = Array.from({ length: MOST_EVENTS + 5 }, (_, index) => String(index));
    const state = receive(NO_EVENTS, ...ids);
    expect([state.rows.length, state.total]).toEqual([MOST_EVENTS, MOST_EVENTS + 5]);
    expect(state.rows[0]?.id).toBe(String(MOST_EVENTS + 4));
  });

  it('leaves the rows alone while it is paused, and shows what came meanwhile afterwards', () => {
    const paused = receive(receiveEvents(receive(NO_EVENTS, 'a'), { pause: true }), 'b');
    expect(idsOf(paused.rows)).toEqual(['a']);
    expect(idsOf(paused.waiting)).toEqual(['b']);
    const again = receiveEvents(paused, { pause: false });
    expect(idsOf(again.rows)).toEqual(['b', 'a']);
    expect(again.waiting).toEqual([]);
  });

  it('passes over what is no event of the service', () => {
    const end = { id: undefined, event: 'shutdown', data: '{"detail":"restart"}' };
    expect(receiveEvents(NO_EVENTS, { event: end })).toBe(NO_EVENTS);
    expect(receiveEvents(NO_EVENTS, { event: { ...end, data: 'text' } })).toBe(NO_EVENTS);
  });

  it('is empty after clearing', () => {
    expect(receiveEvents(receive(NO_EVENTS, 'a'), 'clear')).toEqual(NO_EVENTS);
  });
});
