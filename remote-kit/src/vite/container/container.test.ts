import { afterEach, describe, expect, it, vi } from 'vitest';

const REACT = { useState: () => undefined };
const JSX = { jsx: () => undefined };
const screens = { default: 'screens' };

afterEach(() => vi.resetModules());

/** A container of its own, as each release of a remote has one. */
async function remote() {
  const { createContainer, hostModules } = await import('./container.ts');
  const load = vi.fn(async () => screens);
  return { ...createContainer(['react', 'react/jsx-runtime'], { './activity': load }), load, hostModules };
}

const provides = (module: Record<string, unknown>, more = {}) => ({ get: async () => () => module, ...more });
const scope = { react: { '19.3.1': provides(REACT) }, 'react/jsx-runtime': { '19.3.1': provides(JSX) } };

describe("a remote's container", () => {
  it("takes its modules from the host's share scope", async () => {
    const { init, hostModules } = await remote();
    await init(scope);
    expect(hostModules).toEqual({ react: REACT, 'react/jsx-runtime': JSX });
  });

  it('gives a factory of what it exposes, once it is initialised', async () => {
    const { init, get, load } = await remote();
    let share = (_factory: () => typeof REACT) => undefined as void;
    const later = { get: () => new Promise<() => typeof REACT>((resolve) => (share = resolve)) };
    const ready = init({ ...scope, react: { '19.3.1': later } });
    const got = get('./activity');
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    share(() => REACT);
    await ready;
    expect((await got)()).toEqual(screens);
    expect((await got)()).toHaveProperty('__esModule', true);
  });

  it('takes what is loaded, or else what was registered first, and never a place holder', async () => {
    const other = { useState: () => undefined };
    const absent = provides(other, { shareConfig: { import: false } });
    const first = await remote();
    await first.init({ ...scope, react: { '19.2.0': absent, '19.3.1': provides(REACT), '19.4.0': provides(other) } });
    expect(first.hostModules['react']).toBe(REACT);
    vi.resetModules();
    const loaded = await remote();
    await loaded.init({ ...scope, react: { '19.2.0': provides(other), '19.3.1': provides(REACT, { loaded: 1 }) } });
    expect(loaded.hostModules['react']).toBe(REACT);
  });

  it('unwraps a CommonJS module that is a default export only', async () => {
    const { init, hostModules } = await remote();
    await init({ ...scope, react: { '19.3.1': { get: () => () => ({ default: REACT }) } } });
    expect(hostModules['react']).toBe(REACT);
  });

  it.each([
    ['shares nothing', undefined],
    ['lacks one of them', { react: scope.react }],
    ['has but a place holder', { ...scope, react: { '19.3.1': provides({}, { shareConfig: { import: false } }) } }],
  ])('fails, and exposes nothing, where the host %s', async (_, shared) => {
    const { init, get, load } = await remote();
    await expect(init(shared)).rejects.toThrow('The host does not share react');
    await expect(get('./activity')).rejects.toThrow('The host does not share react');
    expect(load).not.toHaveBeenCalled();
  });

  it('refuses what it does not expose', async () => {
    const { init, get } = await remote();
    await init(scope);
    await expect(get('./other')).rejects.toThrow('./other');
  });
});
