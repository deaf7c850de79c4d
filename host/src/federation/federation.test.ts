import { describe, expect, it, vi } from 'vitest';
import { createFederation } from './federation.ts';

const entry = 'https://campaign.example/remoteEntry.js';

describe('a remote container', () => {
  it("is given the host's React and asked for its activity", async () => {
    const init = vi.fn();
    const get = vi.fn(async () => () => 'the activity');
    const federation = createFederation(async () => ({ init, get }));
    expect(await federation.loadActivity(entry)).toBe('the activity');
    expect(get).toHaveBeenCalledExactlyOnceWith('./activity');
    const [scope] = init.mock.calls[0] ?? [];
    expect(Object.keys(scope)).toEqual(expect.arrayContaining(['react', 'react/jsx-runtime']));
  });

  it.each([[null], [{}], [{ init: 1, get: 2 }]])('is refused when it is %j', async (module) => {
    await expect(createFederation(async () => module).loadActivity(entry)).rejects.toThrow(entry);
  });
});
