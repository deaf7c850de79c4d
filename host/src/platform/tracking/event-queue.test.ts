import { expect, it, vi } from 'vitest';
import { createEventQueue, QUEUE_LIMIT, type QueuedEvent } from './event-queue.ts';

const eventOf = (n: number): QueuedEvent => ({ id: String(n) });
const numbers = (events: readonly QueuedEvent[]) => events.map(({ id }) => Number(id));

/** A browser's storage, which may begin to refuse. */
function storageWith(text: string | null = null) {
  const storage = {
    text,
    refuses: false,
    getItem: () => storage.text,
    setItem(_key: string, value: string) {
      if (storage.refuses) throw new Error('full');
      storage.text = value;
    },
    removeItem: () => {},
  };
  return storage;
}

/** The end of the turn, when what came in it is written. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('writes all events of one task at once', async () => {
  const storage = storageWith();
  const setItem = vi.spyOn(storage, 'setItem');
  const queue = createEventQueue(storage);
  for (let n = 0; n < 20_000; n += 1) queue.add(eventOf(n));
  await turn();
  expect([setItem.mock.calls.length, queue.all().length]).toEqual([1, QUEUE_LIMIT]);
});

it('keeps events in order across a reload, until they are removed', async () => {
  const storage = storageWith();
  const before = createEventQueue(storage);
  for (const n of [1, 2, 3]) before.add(eventOf(n));
  await turn();
  const after = createEventQueue(storage);
  expect(numbers(after.all())).toEqual([1, 2, 3]);
  after.remove(after.all().slice(0, 2));
  expect([numbers(createEventQueue(storage).all()), after.all().length]).toEqual([[3], 1]);
});

it('keeps events that another tab adds', async () => {
  const storage = storageWith();
  const [one, two] = [createEventQueue(storage), createEventQueue(storage)];
  one.add(eventOf(1));
  two.add(eventOf(2));
  await turn();
  one.remove([eventOf(1)]);
  expect(numbers(one.all())).toEqual([2]);
});

it('does not return a removed event that the browser refuses to remove', async () => {
  const storage = storageWith();
  const queue = createEventQueue(storage);
  queue.add(eventOf(1));
  await turn();
  storage.refuses = true;
  queue.remove([eventOf(1)]);
  expect(queue.all()).toEqual([]);
});

it('drops the oldest of too many', () => {
  const queue = createEventQueue(storageWith());
  for (let n = 0; n < QUEUE_LIMIT + 5; n += 1) queue.add(eventOf(n));
  expect([queue.all().length, queue.all()[0]?.id]).toEqual([QUEUE_LIMIT, '5']);
});

it.each(['none', 'full'] as const)('keeps events for the visit where the storage is %s', (how) => {
  const storage = storageWith();
  const queue = createEventQueue(how === 'none' ? null : storage);
  queue.add(eventOf(1));
  storage.refuses = true;
  queue.add(eventOf(2));
  queue.add(eventOf(3));
  expect(numbers(queue.all())).toEqual([1, 2, 3]);
});

it.each(['', '{', 'null', '7', '{}', '[null,7,{"id":8}]'])('reads nothing from %j', (text) => {
  const queue = createEventQueue(storageWith(text));
  expect(queue.all()).toEqual([]);
  queue.add(eventOf(2));
  expect(numbers(queue.all())).toEqual([2]);
});
