// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removePageListeners } from '../lib/testing/page-listeners.ts';
import { createReleases, SWITCHES_LIMIT_MS, SWITCHES_POLL_MS } from './releases.ts';

removePageListeners();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const remote = (version: string, path: string) => ({
  enabled: true,
  title: '活动',
  description: '',
  version,
  routes: [path],
  entry: `https://remotes.example/${version}/remoteEntry.js`,
});
const noMaps = {
  cover: async (): Promise<unknown> => undefined,
  isListed: () => false,
  prepare: vi.fn(),
};
const embedded = { version: 1, remotes: { draw: remote('1.0.0', '/draw'), contest: remote('2.0.0', '/works') } };
const told = (draw: object, others: object = {}) => ({
  remotes: {
    draw: { state: 'on', releases: ['1.0.0'], ...draw },
    contest: { state: 'on', releases: ['2.0.0'] },
    ...others,
  },
});

function start({
  page = embedded,
  preview = null,
  integrity = noMaps,
}: {
  page?: unknown;
  preview?: Parameters<typeof createReleases>[1];
  integrity?: Parameters<typeof createReleases>[4];
} = {}) {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(told({})));
  const report = vi.fn();
  const releases = createReleases(page, preview, fetched, { report: (failure: object) => report(failure) }, integrity);
  releases.start();
  const poll = async (answer: () => Promise<Response>) => {
    fetched.mockImplementationOnce(answer);
    await vi.advanceTimersByTimeAsync(SWITCHES_POLL_MS);
  };
  return { releases, fetched, report, poll, tell: (switches: object) => poll(async () => Response.json(switches)) };
}
const reasons = (report: ReturnType<typeof vi.fn>) =>
  report.mock.calls.map(([{ remote: name, reason }]) => [name, reason]);

describe('what the page was served with', () => {
  it('leaves out entries that it cannot read, and reports each once', () => {
    const { releases, report } = start({
      page: { version: 1, remotes: { ...embedded.remotes, picnic: { title: 7 } } },
    });
    expect([Object.keys(releases.current()?.remotes ?? {}), releases.isWhole]).toEqual([['draw', 'contest'], false]);
    expect(reasons(report)).toEqual([['picnic', 'malformed']]);
  });

  it.each([null, '', [], { version: 2, remotes: {} }, { version: 1, remotes: [] }])(
    'may be no registry: %j',
    (page) => {
      const { releases, report } = start({ page });
      expect([releases.current(), releases.find('/draw')]).toEqual([null, null]);
      expect(reasons(report)).toEqual([['host', 'malformed']]);
    },
  );

  it('is one object for the life of the page, whatever is switched', async () => {
    const { releases, tell } = start();
    const match = releases.find('/draw');
    await tell(told({ state: 'off', releases: ['9.0.0'] }));
    expect(releases.find('/draw')).toBe(match);
  });
});

describe('the poll', () => {
  it('asks for the switches every 12 s, and says what is off by now', async () => {
    const { releases, fetched, tell } = start();
    await vi.advanceTimersByTimeAsync(SWITCHES_POLL_MS - 1);
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched.mock.calls.map(([url, init]) => [url, init?.cache])).toEqual([['/switches.json', 'no-cache']]);
    expect(releases.current()?.remotes['draw']?.enabled).toBe(true);
    await tell(told({ state: 'off' }));
    expect(releases.current()?.remotes['draw']?.enabled).toBe(false);
    expect(releases.current()?.remotes['contest']?.enabled).toBe(true);
  });

  it('brings what operators say: to everybody, and of what is off', async () => {
    const { releases, tell } = start();
    expect([releases.notice.getState(), releases.offTextAt('/draw')]).toEqual([null, undefined]);
    await tell({ ...told({ state: 'off', offText: '补货中' }), notice: '今晚维护' });
    expect([releases.notice.getState(), releases.offTextAt('/draw')]).toEqual(['今晚维护', '补货中']);
    await tell(told({ state: 'off' }));
    expect([releases.notice.getState(), releases.offTextAt('/draw')]).toEqual([null, undefined]);
  });

  it('changes nothing where the same is told again', async () => {
    const { releases, tell } = start();
    await tell(told({ state: 'off' }));
    const changed = vi.fn();
    releases.switches.subscribe(changed);
    await tell(told({ state: 'off' }));
    expect(changed).not.toHaveBeenCalled();
  });

  it('rests while the page is hidden, and asks on return', async () => {
    const { fetched } = start();
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(5 * SWITCHES_POLL_MS);
    expect(fetched).not.toHaveBeenCalled();
    state.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(fetched).toHaveBeenCalledOnce();
  });

  it.each([
    ['malformed', async () => new Response('<html>')],
    ['malformed', async () => Response.json({ remotes: [] })],
    ['malformed', async () => Response.json(told({ state: 'maybe' }))],
    ['network', async () => new Response('', { status: 503 })],
    ['network', () => Promise.reject(new TypeError('gone'))],
  ])(
    'keeps what it knows after an answer that is %s, and reports that once until the next success',
    async (reason, answer) => {
      const { releases, report, tell, poll } = start();
      await tell(told({ state: 'off' }));
      await poll(answer);
      await poll(answer);
      expect(releases.current()?.remotes['draw']?.enabled).toBe(false);
      expect(reasons(report)).toEqual([['host', reason]]);
      await tell(told({}));
      await poll(answer);
      expect(report).toHaveBeenCalledTimes(2);
    },
  );

  it('asks no more often in an outage than else, and reports the outage once', async () => {
    const { fetched, report } = start();
    fetched.mockRejectedValue(new TypeError('gone'));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([fetched.mock.calls.length, reasons(report)]).toEqual([50, [['host', 'network']]]);
  });

  it('gives up a request that hangs, before the next', async () => {
    const { report, poll } = start();
    let signal: AbortSignal | null | undefined;
    await poll(() => new Promise(() => undefined));
    expect(SWITCHES_LIMIT_MS).toBeLessThan(SWITCHES_POLL_MS);
    const hanging = start();
    hanging.fetched.mockImplementationOnce((_, init) => {
      ({ signal } = init ?? {});
      return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)));
    });
    await vi.advanceTimersByTimeAsync(SWITCHES_POLL_MS + SWITCHES_LIMIT_MS);
    expect([signal?.aborted, reasons(hanging.report)]).toEqual([true, [['host', 'timeout']]]);
    expect(report).not.toHaveBeenCalled();
  });
});

describe('a remote that has changed', () => {
  it.each([
    ['is in force', ['1.0.0'], false],
    ['is in force beside a canary', ['1.1.0', '1.0.0'], false],
    ['is another', ['1.1.0'], true],
    ['is none', [], true],
  ])('its release %s', async (_, inForce, hasChanged) => {
    const { releases, tell } = start();
    expect(releases.hasChanged('draw')).toBe(false);
    await tell(told({ releases: inForce }));
    expect([releases.hasChanged('draw'), releases.hasChanged('contest')]).toEqual([hasChanged, false]);
    expect(releases.mayHaveOthers()).toBe(hasChanged);
  });

  it('is not one of which the switches say nothing, nor the one that a preview shows', async () => {
    const preview = { name: 'draw', version: '1.0.0', shown: true, paths: ['/draw'] };
    const { releases, tell } = start({ preview });
    await tell(told({ releases: ['7.0.0'] }));
    expect([releases.hasChanged('draw'), releases.hasChanged('elsewhere')]).toEqual([false, false]);
  });

  it.each(['on', 'off', 'stopped'])('is shown by a preview while it is on or off: %s', async (state) => {
    const preview = { name: 'draw', version: '1.0.0', shown: true, paths: ['/draw'] };
    const { releases, tell } = start({ preview });
    await tell(told({ state }, { contest: { state, releases: ['2.0.0'] } }));
    expect(releases.opensAt('/draw')).toBe(state !== 'stopped');
    expect(releases.opensAt('/works')).toBe(state === 'on');
  });

  it('may be one that the page does not know', async () => {
    const { releases, tell } = start();
    await tell(told({}, { picnic: { state: 'on', releases: ['1.0.0'] } }));
    expect(releases.mayHaveOthers()).toBe(true);
  });
});

describe('a remote of which the page knows but its addresses', () => {
  const { title, description, entry, routes } = remote('1.0.0', '/draw');
  const described = { title, description, entry, version: '1.0.0', routes };
  const page = {
    version: 1,
    remotes: { ...embedded.remotes, draw: { version: '1.0.0', routes: [{ path: '/draw' }] } },
  };
  const coming = (cover: (release: { name: string }) => Promise<unknown>, listed = ['draw']) => ({
    cover: vi.fn(cover),
    isListed: ({ name }: { name: string }) => listed.includes(name),
    prepare: vi.fn(),
  });

  it('is whole once the rest of its entry has come, with its switch in the page', async () => {
    const remotes = { ...page.remotes, draw: { ...page.remotes.draw, enabled: false } };
    const integrity = coming(async () => described);
    const { releases } = start({ page: { ...page, remotes }, integrity });
    const match = releases.find('/draw');
    if (!match) throw new Error('The page knows it.');
    expect(releases.isInDocument(match)).toBe(false);
    const [first, second] = [await releases.complete(match), await releases.complete(match)];
    expect(first).toMatchObject({ title, entry, enabled: false, stopped: false });
    expect(second).toBe(first);
    expect(releases.find('/draw')).toBe(match);
    expect(releases.current()?.remotes['draw']).toMatchObject({ entry, enabled: false });
  });

  it('fails to open where that cannot be read', async () => {
    const { releases } = start({ page, integrity: coming(async () => ({ ...described, entry: 7 })) });
    const match = releases.find('/draw');
    await expect(match && releases.complete(match)).rejects.toMatchObject({ phase: 'registry', reason: 'malformed' });
  });

  it('tells the hall what came, in one request, and fails if nothing does', async () => {
    const integrity = coming(async () => described);
    const { releases } = start({ page, integrity });
    expect(releases.hasCards()).toBe(true);
    await releases.completeCards();
    expect(integrity.prepare.mock.calls).toEqual([[[expect.objectContaining({ name: 'draw' })]]]);
    expect(integrity.cover.mock.calls).toEqual([[{ name: 'draw' }]]);
    expect(releases.current()?.remotes['draw']).toHaveProperty('title', title);
    integrity.cover.mockRejectedValue(new Error('gone'));
    await expect(start({ page, integrity }).releases.completeCards()).rejects.toThrow();
  });

  it('opens and is told by another document, where nothing can come', () => {
    const { releases } = start({ page, integrity: coming(async () => undefined, []) });
    const [far, own] = ['/draw', '/works'].map((path) => releases.find(path));
    if (!far || !own) throw new Error('The page knows both.');
    expect([releases.isInDocument(far), releases.isInDocument(own), releases.hasCards()]).toEqual([true, false, false]);
  });

  it.each([{ stopped: true }, { contract: '9.0' }])('needs none where it opens nowhere: %j', async (change) => {
    const remotes = { ...page.remotes, draw: { ...page.remotes.draw, ...change } };
    const { releases } = start({ page: { ...page, remotes }, integrity: coming(async () => undefined, []) });
    const match = releases.find('/draw');
    expect([match && releases.isInDocument(match), releases.hasCards()]).toEqual([false, true]);
    await releases.completeCards();
  });
});
