import { describe, expect, it } from 'vitest';
import type { Registry } from '@fridge/shared-contracts/page';
import { testSettings as base } from '../../testing/settings.ts';
import { knownNames, readOwnSettings } from './own-settings.ts';

const names = knownNames(null, base);
const read = (own: unknown) => readOwnSettings(own, base, names);

describe("an operator's settings", () => {
  it.each(
    Object.entries(base).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? [name] : [],
    ),
  )('are laid over by name within %s: a field of it leaves the others', (name) => {
    const group: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(Reflect.get(base, name)));
    const [changed = '', ...others] = Object.keys(group);
    const other = {
      windows: { end: '2023-08-30T00:00:00+08:00' },
      activity2023: 'abc123',
      signing: 'aes-128-ecb',
      tracking: false,
      releases: false,
    }[name];
    const { settings, doubtful } = read({ [name]: { [changed]: other } });
    expect(doubtful).toEqual([]);
    const merged: unknown = Reflect.get(settings ?? {}, name);
    expect(merged).not.toEqual(group);
    expect(merged).toMatchObject(Object.fromEntries(others.map((each) => [each, group[each]])));
    expect({ ...settings, [name]: null }).toEqual({ ...base, [name]: null });
  });

  it('move one end of one window', () => {
    const end = '2023-08-30T00:00:00+08:00';
    expect(read({ windows: { campaign2023: { end } } }).settings?.windows).toEqual({
      ...base.windows,
      campaign2023: { ...base.windows['campaign2023'], end },
    });
  });

  it.each([
    [{ windows: { drwa: { end: null } } }, 'windows.drwa: no route has a window of this name (did you mean draw?)'],
    [{ windows: { draw: { ende: null } } }, 'windows.draw.ende: no setting has this name (did you mean end?)'],
    [{ limits: { usr: 5 } }, /^limits: no setting has this name \(there: apiBase, /],
    [{ shoppage: 'https://shop.example/' }, 'shoppage: no setting has this name (did you mean shopPage?)'],
    [
      { tracking: { analytics: { script: 'https://a.example/a.js', appId: 'x', appName: 'y' } } },
      /^tracking\.analytics\.appName: no setting has this name/,
    ],
    [{ signing: { signr: 'x' } }, 'signing.signr: no setting has this name (did you mean signer?)'],
    [{ activity2023: { isDirct: 'abc' } }, 'activity2023.isDirct: no setting has this name (did you mean isDirect?)'],
    [
      { windows: { draw: { start: '2023-09-02T00:00:00+08:00', end: '2023-09-01T00:00:00+08:00' } } },
      'windows.draw: it ends before it starts, so it is never open',
    ],
  ])('name %j by its path, and count otherwise', (own, problem) => {
    const { settings, wrong, doubtful } = read({ ...own, couponPage: 'https://coupon.example/' });
    expect(wrong).toEqual([]);
    expect(doubtful).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
    expect(settings?.couponPage).toBe('https://coupon.example/');
  });

  it('name every wrong and unknown field at once', () => {
    const { settings, wrong, doubtful } = read({
      apiBase: 'javascript:alert(1)',
      windows: { draw: { end: 'tomorrow' } },
      nonsense: 1,
      more: 2,
    });
    expect(settings).toBeNull();
    expect(wrong).toEqual([
      expect.stringMatching(/^apiBase: an http or https address/),
      expect.stringMatching(/^windows\.draw\.end: an ISO time/),
    ]);
    expect(doubtful.map((line) => line.split(':')[0])).toEqual(['nonsense', 'more']);
  });

  it.each([
    { signing: { key: 'a key of sixteen' } },
    { reportLinkKey: 'a key of sixteen' },
    { reportLinkKeysAccepted: ['a key of sixteen'] },
  ])('refuse the key in %j, without repeating it', (own) => {
    const { settings, wrong } = read(own);
    expect(settings).toBeNull();
    expect(wrong).toEqual([
      expect.stringMatching(/^(signing\.key|reportLinkKey|reportLinkKeysAccepted): keys come from the environment/),
    ]);
    expect(wrong.join()).not.toMatch(/sixteen/);
  });

  it.each(['windows', 'activity2023'])('are wrong with a list of %s, which would drop all of them', (name) =>
    expect(read({ [name]: [] }).wrong).toEqual([`${name}: an object, not a list`]),
  );

  it.each([undefined, [], 'x', null])('are wrong as a whole for %j', (own) =>
    expect(readOwnSettings(own, base, names)).toMatchObject({ settings: null, wrong: [expect.any(String)] }),
  );

  it('may name windows and calls of a registered release', () => {
    const entry = {
      routes: [{ path: '/x', title: '', window: 'autumn', tone: null, scripts: [] }],
      calls: ['setting:vote'],
    };
    const registry = { version: 1, remotes: { contest: entry } } as unknown as Registry; // only what is read of it
    const own = { windows: { autumn: { start: null, end: null } }, activity2023: { vote: 'abc' } };
    expect(readOwnSettings(own, base, knownNames(registry, base)).doubtful).toEqual([]);
    expect(readOwnSettings(own, base, names).doubtful).toHaveLength(2);
  });

  it('list the fields that they set', () => {
    expect(read({ shopPage: 'https://shop.example/', windows: { draw: { end: null } } }).set).toEqual([
      'shopPage',
      'windows.draw.end',
    ]);
  });
});
