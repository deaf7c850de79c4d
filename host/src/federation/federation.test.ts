import { HOST_REACT_MAJOR } from '@fridge/shared-contracts/team';
import { version } from 'react';
import { expect, it, vi } from 'vitest';
import { createFederation } from './federation.ts';

let pages = 0;

/** A host whose entries come from here instead of the network, by a runtime plugin. Loads are kept by address for the process's life. */
function createHost(containerOf: (entry: string) => object) {
  pages += 1;
  const origin = `https://draw-${pages}.example`;
  const draw = { name: 'draw', entry: `${origin}/remoteEntry.js` };
  const moved = { name: 'draw', entry: `${origin}/~1/remoteEntry.js` };
  const importEntry = vi.fn((entry: string) => containerOf(entry.replace(origin, '')));
  const afterLoadRemote = vi.fn();
  const { importActivity } = createFederation([
    { name: 'fixed-entries', loadEntry: async ({ remoteInfo }) => importEntry(remoteInfo.entry) as never }, // also what is no container
    { name: 'observer', afterLoadRemote },
  ]);
  return { importActivity, draw, moved, importEntry, afterLoadRemote };
}
const container = () => ({ init: vi.fn(), get: vi.fn(async () => () => 'the activity') });

it("hands the host's React and its runtime core to a container and asks it for the activity", async () => {
  const own = container();
  const { importActivity, draw } = createHost(() => own);
  expect(await importActivity(draw)).toBe('the activity');
  expect(own.get).toHaveBeenCalledExactlyOnceWith('./activity');
  expect(Object.keys(own.init.mock.calls[0]?.[0])).toEqual(expect.arrayContaining(['react', 'react/jsx-runtime']));
  expect(globalThis).toHaveProperty('_FEDERATION_RUNTIME_CORE.ModuleFederation');
});

it('loads an address once for everyone who asks, and again once that has failed', async () => {
  const own = container();
  const { importActivity, draw, moved, importEntry } = createHost((path) => {
    if (path.startsWith('/~')) throw new Error('not there');
    return own;
  });
  expect(await Promise.all([importActivity(draw), importActivity(draw)])).toEqual(['the activity', 'the activity']);
  await expect(importActivity(moved)).rejects.toThrow('not there');
  await expect(importActivity(moved)).rejects.toThrow('not there');
  expect(own.init).toHaveBeenCalledOnce();
  expect(importEntry.mock.calls).toEqual([[draw.entry], [moved.entry], [moved.entry]]);
});

it('loads a remote from two addresses at once, and tells plugins of each load', async () => {
  const containers = new Map(['/remoteEntry.js', '/~1/remoteEntry.js'].map((path) => [path, container()]));
  const { importActivity, draw, moved, afterLoadRemote } = createHost((path) => containers.get(path) ?? {});
  await Promise.all([importActivity(draw), importActivity(moved)]);
  for (const { init, get } of containers.values())
    expect([init.mock.calls.length, get.mock.calls.length]).toEqual([1, 1]);
  expect(afterLoadRemote.mock.calls.map(([{ id }]) => id).toSorted()).toEqual(['draw/activity', 'draw~1/activity']);
});

it.each([[{}], [{ init: 1, get: 2 }], [{ init: () => undefined }]])(
  'refuses an entry that is no container: %j',
  async (module) => {
    const { importActivity, draw } = createHost(() => module);
    await expect(importActivity(draw)).rejects.toThrow();
  },
);

it('shares the React that publishing asks for', () => expect(Number(version.split('.')[0])).toBe(HOST_REACT_MAJOR));
