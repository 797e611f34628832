import type { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';

const MINUTE_SECONDS = 60;

/** What an exchange may do to a feed: cuts, stalls, repetitions and losses, each followed by a return to good order. */
export function misdeedsOf(fake: FakeExchange): readonly (() => Promise<void> | void)[] {
  return [
    () => fake.cut(),
    () => disturbed(fake, 'repeated', 1),
    () => disturbed(fake, 'reversed', 2),
    () => fake.tick(2 * MINUTE_SECONDS).then(() => fake.cut()),
    () => disturbed(fake, 'lost', 1),
    () => disturbed(fake, 'bad json', 1),
    () => {
      fake.answerNext('too many requests', 2);
      fake.cut();
    },
    () => fake.resend(fake.market.now - 5 * MINUTE_SECONDS * 1000),
    async () => {
      fake.stall.sockets = true;
      await fake.tick(2 * MINUTE_SECONDS);
      fake.stall.sockets = false;
    },
    async () => {
      await fake.goOffline();
      await fake.tick(3 * MINUTE_SECONDS);
      await fake.comeBack();
    },
  ];
}

async function disturbed(
  fake: FakeExchange,
  disturbance: NonNullable<FakeExchange['disturbance']>,
  count: number,
): Promise<void> {
  fake.disturbance = disturbance;
  // Several messages at a time: alone they could not be out of order.
  for (let minute = 0; minute < count; minute++) await fake.tick(MINUTE_SECONDS);
  fake.disturbance = undefined;
}
