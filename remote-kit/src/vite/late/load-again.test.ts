import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askedAgain, LATE_CODE_FAILED, type LateCodeFailed } from '@fridge/shared-contracts/page';
import { createLateCode } from '@fridge/shared-ui';
import { createImportAgain, createLoadAgain } from './load-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Files that arrive or fail when the test says so, at the address they were asked for. */
function scene() {
  const asked: { address: string; arrive: (text: string) => void; fail: () => void }[] = [];
  const load = createLoadAgain<string>(
    (address) =>
      new Promise((resolve, reject) =>
        asked.push({ address, arrive: resolve, fail: () => reject(new Error(address)) }),
      ),
    askedAgain,
  );
  return {
    load,
    asked,
    addresses: () => asked.map(({ address }) => address),
    pass: (ms: number) => void vi.advanceTimersByTime(ms),
  };
}

describe('a file that is loaded again', () => {
  it('is asked for once when it arrives', async () => {
    const { load, asked, addresses } = scene();
    const both = Promise.all([load('a.js'), load('a.js')]);
    asked[0]?.arrive('a');
    expect(await both).toEqual(['a', 'a']);
    expect(await load('a.js')).toBe('a');
    expect(addresses()).toEqual(['a.js']);
  });

  it('takes another address after each failure, and stays with the one that worked', async () => {
    const { load, asked, addresses } = scene();
    for (const turn of [0, 1]) {
      const failing = load('a.js');
      asked[turn]?.fail();
      await expect(failing).rejects.toThrow();
    }
    const healed = load('a.js');
    asked[2]?.arrive('a');
    expect([await healed, await load('a.js')]).toEqual(['a', 'a']);
    expect(addresses()).toEqual(['a.js', 'a.js?again=1', 'a.js?again=2']);
  });

  it('takes another address when it hangs, and the first to arrive serves all that ask later', async () => {
    const { load, asked, addresses, pass } = scene();
    const first = load('a.js');
    pass(3_999);
    void load('a.js');
    pass(1);
    void load('a.js');
    asked[0]?.arrive('late');
    expect([await first, await load('a.js')]).toEqual(['late', 'late']);
    asked[1]?.arrive('later still');
    expect(await load('a.js')).toBe('late');
    expect(addresses()).toEqual(['a.js', 'a.js?again=1']);
  });

  it('is one copy for all who asked, also for those who asked again', async () => {
    const { load, asked, pass } = scene();
    const first = load('a.js');
    pass(4_000);
    const again = load('a.js');
    asked[0]?.arrive('first copy');
    asked[1]?.arrive('second copy');
    expect(await Promise.all([first, again, load('a.js')])).toEqual(['first copy', 'first copy', 'first copy']);
  });

  it('serves who asked again with the first copy, before their own arrives', async () => {
    const { load, asked, pass } = scene();
    const first = load('a.js');
    pass(4_000);
    const again = load('a.js');
    asked[0]?.arrive('first copy');
    expect(await Promise.all([first, again])).toEqual(['first copy', 'first copy']);
  });

  it('fails with its last attempt, whatever became of those before', async () => {
    const { load, asked, pass, addresses } = scene();
    const first = load('a.js');
    pass(4_000);
    const again = load('a.js');
    asked[0]?.fail();
    await expect(first).rejects.toThrow();
    expect(load('a.js')).toBe(again);
    asked[1]?.fail();
    await expect(again).rejects.toThrow();
    void load('a.js');
    expect(addresses()).toEqual(['a.js', 'a.js?again=1', 'a.js?again=2']);
  });

  it('keeps one file apart from another', async () => {
    const { load, asked, addresses } = scene();
    const failing = load('a.js');
    asked[0]?.fail();
    await expect(failing).rejects.toThrow();
    void load('b.js');
    expect(addresses()).toEqual(['a.js', 'b.js']);
  });

  it('takes another address when late code, such as a dialog, is asked for again', async () => {
    const { load, asked, addresses } = scene();
    const dialog = createLateCode(async () => ({ text: await load('dialog.js') }));
    const failing = dialog.load();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.fail();
    expect(await failing).toEqual({ ok: false, reason: 'failed' });
    const healed = dialog.load();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]?.arrive('drawn');
    expect(await healed).toEqual({ ok: true, code: { text: 'drawn' } });
    expect(addresses()).toEqual(['dialog.js', 'dialog.js?again=1']);
  });
});

describe('a late import', () => {
  afterEach(() => void vi.unstubAllGlobals());
  const failingImports = (isHost: boolean) => {
    const imported: string[] = [];
    const failed: LateCodeFailed[] = [];
    vi.stubGlobal('dispatchEvent', (event: Event) => {
      if (event.type === LATE_CODE_FAILED && event instanceof CustomEvent) failed.push(event.detail);
    });
    const fail = (address: string) => {
      imported.push(address);
      return Promise.reject(new Error('gone'));
    };
    const importAgain = createImportAgain(fail, `https://cdn.example${isHost ? '/~2' : ''}/assets/index.js`, isHost);
    return { imported, failed, importAgain };
  };

  it.each([
    [false, ['/assets/late.js', '/assets/late.js?again=1', '/assets/late.js?again=2', '/assets/late.js?again=3']],
    [true, ['/~2/assets/late.js', '/~1/assets/late.js', '/~2/assets/late.js', '/~3/assets/late.js']],
  ])('of the host (%s) has four addresses, and each failure is told', async (isHost, paths) => {
    const { imported, failed, importAgain } = failingImports(isHost);
    for (let attempt = 0; attempt < 5; attempt += 1) await expect(importAgain('./late.js')).rejects.toThrow('gone');
    const addresses = [...paths, paths[3]].map((path) => `https://cdn.example${path}`);
    expect(imported).toEqual(addresses);
    expect(failed.map(({ href }) => href)).toEqual(addresses);
  });
});
