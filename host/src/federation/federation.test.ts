import { HOST_REACT_MAJOR } from '@fridge/shared-contracts/team';
import { expect, it, vi } from 'vitest';
import { createFederation } from './federation.ts';
import { hostModules, REACT_VERSION } from './host-modules.ts';

const draw = { name: 'draw', entry: 'https://draw.example/remoteEntry.js' };
const moved = { name: 'draw', entry: 'https://draw.example/~1/remoteEntry.js' };

/** A host whose entries come from here instead of the network. */
function createHost(containerOf: (entry: string) => object) {
  const importEntry = vi.fn(async (entry: string) => containerOf(entry));
  return { ...createFederation(importEntry), importEntry };
}
const container = () => ({ init: vi.fn(), get: vi.fn(async () => () => 'the activity') });

it("hands the host's React to a container and asks it for the activity", async () => {
  const own = container();
  const { importActivity } = createHost(() => own);
  expect(await importActivity(draw)).toBe('the activity');
  expect(own.get).toHaveBeenCalledExactlyOnceWith('./activity');
  const [scope] = own.init.mock.calls[0] ?? [];
  for (const [name, library] of Object.entries(hostModules)) {
    const factory = await scope[name][REACT_VERSION].get();
    expect(factory()).toBe(library);
  }
});

it('loads an address once for everyone who asks, and again once that has failed', async () => {
  const own = container();
  const { importActivity, importEntry } = createHost((entry) => {
    if (entry === moved.entry) throw new Error('not there');
    return own;
  });
  expect(await Promise.all([importActivity(draw), importActivity(draw)])).toEqual(['the activity', 'the activity']);
  await expect(importActivity(moved)).rejects.toThrow('not there');
  await expect(importActivity(moved)).rejects.toThrow('not there');
  expect(own.init).toHaveBeenCalledOnce();
  expect(importEntry.mock.calls).toEqual([[draw.entry], [moved.entry], [moved.entry]]);
});

it('fails where a container does', async () => {
  const noReact = (): Promise<never> => Promise.reject(new Error('no React'));
  for (const broken of [
    { init: noReact, get: vi.fn() },
    { init: vi.fn(), get: noReact },
  ])
    await expect(createHost(() => broken).importActivity(draw)).rejects.toThrow('no React');
});

it.each([[{}], [{ init: 1, get: 2 }], [{ init: vi.fn() }], [{ init: vi.fn(), get: vi.fn() }]])(
  'refuses an entry that is no container: %j',
  async (module) => {
    await expect(createHost(() => module).importActivity(draw)).rejects.toThrow();
  },
);

it('shares the React that publishing asks for', () =>
  expect(Number(REACT_VERSION.split('.')[0])).toBe(HOST_REACT_MAJOR));
