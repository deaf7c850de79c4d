import { expect, it } from 'vitest';
import { nextTask } from './next-task.ts';

it('continues after the current task, and before any timer', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('timer'), 50);
  const next = nextTask().then(() => order.push('next task'));
  await Promise.resolve().then(() => order.push('microtask'));
  order.push('same task');
  await next;
  expect(order).toEqual(['microtask', 'same task', 'next task']);
});
