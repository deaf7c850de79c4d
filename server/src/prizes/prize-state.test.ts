import { expect, it } from 'vitest';
import { addHousehold } from '../testing/households.ts';
import { startTestServer } from '../testing/test-server.ts';
import { stateAt } from './prize-state.ts';
import { drawPrizes } from './tables.ts';

const now = Date.parse('2023-08-08T10:00:00+08:00');
const [open, over] = [new Date(now), new Date(now - 1)];
const physical = { isVirtual: false, deadline: open, recipientAddress: null, shippedAt: null };
const address = '江苏省南京市玄武区 中山路1号';

const cases = [
  ['no address, the deadline a second ahead', { deadline: new Date(now + 1_000) }, 'addressMissing'],
  ['no address, at the deadline', {}, 'addressMissing'],
  ['no address, a millisecond after it', { deadline: over }, 'expired'],
  ['no address, a second after it', { deadline: new Date(now - 1_000) }, 'expired'],
  ['an address before the deadline', { recipientAddress: address }, 'toShip'],
  ['an address after the deadline', { recipientAddress: address, deadline: over }, 'toShip'],
  ['shipped', { recipientAddress: address, shippedAt: open }, 'shipped'],
  ['shipped long after the deadline', { recipientAddress: address, deadline: over, shippedAt: open }, 'shipped'],
  ['virtual', { isVirtual: true }, 'code'],
  ['virtual, after its deadline', { isVirtual: true, deadline: over }, 'code'],
] as const;

it('is decided by one expression: address, shipment and deadline', async () => {
  const server = await startTestServer();
  try {
    const { userId } = await addHousehold(server.queries);
    await server.queries.insert(drawPrizes).values(
      cases.map(([id, change]) => ({
        ...physical,
        ...change,
        id,
        userId,
        level: 2,
        wonAt: open,
        trackingNumber: 'shippedAt' in change ? 'SF1234' : null,
      })),
    );
    const found = await server.queries.select({ id: drawPrizes.id, state: stateAt(now) }).from(drawPrizes);
    expect(Object.fromEntries(found.map(({ id, state }) => [id, state]))).toEqual(
      Object.fromEntries(cases.map(([id, , state]) => [id, state])),
    );
  } finally {
    await server.close();
  }
});
