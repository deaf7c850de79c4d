import { describe, expect, it, vi } from 'vitest';
import { createLateCode } from '@fridge/shared-ui';
import { createLoadAgain } from './load-again.ts';

/** Files that arrive or fail when the test says so, at the address they were asked for. */
function scene() {
  const asked: { address: string; arrive: (text: string) => void; fail: () => void }[] = [];
  let time = 0;
  const load = createLoadAgain<string>(
    (address) =>
      new Promise((resolve, reject) =>
        asked.push({ address, arrive: resolve, fail: () => reject(new Error(address)) }),
      ),
    (file, attempt) => `${file}?again=${attempt}`,
    4_000,
    () => time,
  );
  return {
    load,
    asked,
    addresses: () => asked.map(({ address }) => address),
    pass: (ms: number) => {
      time += ms;
    },
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
