import { createLateCode } from '@fridge/shared-ui';
import { expect, it, vi } from 'vitest';
import { createRuntime } from './federation-runtime.ts';
import { createFederation } from './federation.ts';
import { withRuntime } from './with-runtime.ts';

let pages = 0;

/** A host whose entries come from here instead of the network. Loads are kept by address for the process's life. */
function createHost(containerOf: (path: string) => object) {
  pages += 1;
  const origin = `https://draw-${pages}.example`;
  const draw = { name: 'draw', entry: `${origin}/remoteEntry.js` };
  const moved = { name: 'draw', entry: `${origin}/~1/remoteEntry.js` };
  const importEntry = vi.fn((entry: string) => containerOf(entry.replace(origin, '')));
  const afterLoadRemote = vi.fn();
  const plugins: Parameters<typeof createRuntime>[0] = [
    { name: 'fixed-entries', loadEntry: async ({ remoteInfo }) => importEntry(remoteInfo.entry) as never }, // also what is no container
    { name: 'observer', afterLoadRemote },
  ];
  const importCode = vi.fn(async () => ({ createRuntime: () => createRuntime(plugins) }));
  const federation = createFederation(async (entry) => importEntry(entry));
  const { importActivity } = withRuntime(federation, createLateCode(importCode));
  return { importActivity, draw, moved, importEntry, importCode, afterLoadRemote };
}
const container = () => ({ init: vi.fn(), get: vi.fn(async () => () => 'the activity') });

it('loads no runtime for a container that needs none', async () => {
  const { importActivity, draw, importCode } = createHost(container);
  expect(await importActivity({ ...draw, runtimeFree: true })).toBe('the activity');
  expect(importCode).not.toHaveBeenCalled();
});

it("hands the host's React and its runtime core to any other container, and asks it for the activity", async () => {
  const own = container();
  const { importActivity, draw, importEntry } = createHost(() => {
    expect(globalThis).toHaveProperty('_FEDERATION_RUNTIME_CORE.ModuleFederation');
    return own;
  });
  expect(await Promise.all([importActivity(draw), importActivity(draw)])).toEqual(['the activity', 'the activity']);
  expect(own.get).toHaveBeenCalledExactlyOnceWith('./activity');
  expect(Object.keys(own.init.mock.calls[0]?.[0])).toEqual(expect.arrayContaining(['react', 'react/jsx-runtime']));
  expect(importEntry.mock.calls).toEqual([[draw.entry]]);
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

it('fails without the code of the runtime, and asks for it again', async () => {
  const { importActivity, draw, importCode } = createHost(container);
  importCode.mockRejectedValueOnce(new Error('gone'));
  await expect(importActivity(draw)).rejects.toThrow('runtime');
  expect(await importActivity(draw)).toBe('the activity');
});
