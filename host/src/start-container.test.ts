// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

const loadActivity = vi.fn((_entry: string) => Promise.reject(new Error('not there')));
vi.mock('./federation/federation.ts', () => ({ createFederation: () => ({ loadActivity }) }));

beforeEach(() => {
  vi.resetModules();
  loadActivity.mockClear();
});

it('starts the entry that the page has asked for, and leaves a failure to whoever needs it', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="https://draw.example/1/a.js" /><link rel="modulepreload" data-entry href="https://draw.example/1/remoteEntry.js" />';
  const { federation } = await import('./start-container.ts');
  expect(loadActivity.mock.calls).toEqual([['https://draw.example/1/remoteEntry.js']]);
  await expect(federation.loadActivity('https://draw.example/1/remoteEntry.js')).rejects.toThrow('not there');
});

it('starts nothing where the page asks for no remote', async () => {
  document.head.innerHTML = '';
  await import('./start-container.ts');
  expect(loadActivity).not.toHaveBeenCalled();
});
