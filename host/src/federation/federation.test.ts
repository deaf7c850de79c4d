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

  it('is started once for each address, with one outcome, whoever asks', async () => {
    const init = vi.fn();
    const importEntry = vi.fn(async (asked: string) => {
      if (asked !== entry) throw new Error('not there');
      return { init, get: async () => () => 'the activity' };
    });
    const federation = createFederation(importEntry);
    const missing = `${entry}?missing`;
    expect(await Promise.all([federation.loadActivity(entry), federation.loadActivity(entry)])).toEqual(['the activity', 'the activity']);
    await expect(federation.loadActivity(missing)).rejects.toThrow('not there');
    await expect(federation.loadActivity(missing)).rejects.toThrow('not there');
    expect(init).toHaveBeenCalledTimes(1);
    expect(importEntry.mock.calls).toEqual([[entry], [missing]]);
  });

  it.each([[null], [{}], [{ init: 1, get: 2 }]])('is refused when it is %j', async (module) => {
    await expect(createFederation(async () => module).loadActivity(entry)).rejects.toThrow(entry);
  });
});
