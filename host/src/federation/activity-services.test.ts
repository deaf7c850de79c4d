import { describe, expect, it, vi } from 'vitest';
import { type FeedbackService, type HeaderState, type HostServices, type NavigationService, parseRegistry, type RegistryEntry } from '@fridge/shared-contracts';
import { createActivityServices, type ServiceParts } from './activity-services.ts';

const parsed = parseRegistry({
  version: 1,
  remotes: { draw: { enabled: true, title: '大转盘', description: '', version: '2.1.0', entry: 'https://draw.example/e.js', routes: ['/draw'], calls: ['/activity/draw'], publicParameters: ['cookId'] } },
});

function fixture(): RegistryEntry {
  const entry = parsed?.remotes['draw'];
  if (!entry) throw new Error('The fixture fits the schema.');
  return entry;
}
const remote = fixture();

/** The services of a remote over the host's own parts, and what they were asked for. */
function serve() {
  const reportFailure = vi.fn();
  const requestsFor = vi.fn(() => ({ call: vi.fn() }));
  const prepare = vi.fn(() => () => undefined);
  const sharingFor = vi.fn(() => ({ prepare, share: async () => undefined, openLanding: vi.fn() }));
  const navigation = {
    query: { id: '7' }, push: vi.fn(), replace: vi.fn(), opens: () => true, hrefOf: (path: string) => path, back: vi.fn(),
    onBack: vi.fn((_handle: () => boolean) => () => undefined), guard: vi.fn((_question: () => unknown) => () => undefined),
  } satisfies NavigationService;
  const feedback = { Dialog: () => null, toast: vi.fn(), confirm: vi.fn(async () => true) } satisfies FeedbackService;
  const header = { set: vi.fn((_state: HeaderState) => () => undefined) };
  const common = Object.freeze({ tracking: Object.freeze({ click: vi.fn() }) });
  const parts = { platform: { services: common, requestsFor, sharingFor, tracker: { track: vi.fn(), reportFailure } }, navigation, header, feedback } as unknown as ServiceParts; // of the common services one is enough
  const serveActivity = createActivityServices(parts);
  return { host: serveActivity({ name: 'draw', remote }), other: serveActivity({ name: 'contest', remote }), reportFailure, requestsFor, sharingFor, prepare, navigation, feedback, header };
}
/** What a remote built without the contract's types may do. */
const loose = (host: HostServices) => host as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>;

describe("a remote's services", () => {
  it('are made for its release: its calls, its public parameters', () => {
    const { requestsFor, sharingFor } = serve();
    const release = { name: 'draw', version: '2.1.0', calls: ['/activity/draw'], publicParameters: ['cookId'] };
    expect([requestsFor.mock.calls[0], sharingFor.mock.calls[0]]).toEqual([[release], [release]]);
  });

  it('have exactly the contract\'s methods', () => {
    const { host } = serve();
    expect(Object.keys(host.navigation).toSorted()).toEqual(['back', 'guard', 'hrefOf', 'onBack', 'opens', 'push', 'query', 'replace']);
    expect(Object.keys(host.header)).toEqual(['set']);
    expect(Object.keys(host.feedback).toSorted()).toEqual(['Dialog', 'confirm', 'toast']);
    expect(Object.keys(host.sharing).toSorted()).toEqual(['openLanding', 'prepare', 'share']);
    expect(Object.keys(host.requests)).toEqual(['call']);
  });

  it('are frozen with all their members, and no two remotes share what one could reach', () => {
    const { host, other } = serve();
    const attempts = [
      () => Object.assign(host, { requests: null }),
      () => Object.assign(host.requests, { call: () => 'stolen' }),
      () => Object.assign(host.navigation, { push: () => undefined }),
      () => Object.defineProperty(host.header, 'set', { value: null }),
      () => Object.assign(host.feedback, { toast: null }),
      () => Object.assign(host.sharing, { share: null }),
      () => Object.assign(host.tracking, { click: null }),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(TypeError);
    expect(host.requests).not.toBe(other.requests);
    expect(Object.isFrozen(host)).toBe(true);
  });

  it('read the parameters as they stand', () => {
    const { host, navigation } = serve();
    expect(host.navigation.query).toEqual({ id: '7' });
    Object.assign(navigation, { query: { id: '8' } });
    expect(host.navigation.query).toEqual({ id: '8' });
  });
});

describe('what a remote hands over', () => {
  it.each([
    ['a title that is none', 'header', 'set', [{ title: {} }]],
    ['a label that is none', 'header', 'set', [{ right: { label: {}, onPress: () => undefined } }]],
    ['a tone that is no colour', 'header', 'set', [{ tone: { background: 'url(//x)', ink: '#fff' } }]],
    ['no header at all', 'header', 'set', [null]],
    ['a question without words', 'feedback', 'confirm', [{ title: {} }]],
    ['no question', 'feedback', 'confirm', [null]],
    ['a message that is none', 'feedback', 'toast', [{}]],
    ['no share parameters', 'sharing', 'prepare', [null]],
    ['a path that is none', 'navigation', 'push', [{}]],
    ['a query that is none', 'navigation', 'push', ['/draw', { id: {} }]],
    ['a handler that is none', 'navigation', 'onBack', [null]],
    ['a guard that is none', 'navigation', 'guard', ['?']],
  ])('%s does no harm and leaves one event', (_, service, method, values) => {
    const { host, reportFailure, feedback, prepare } = serve();
    expect(() => loose(host)[service]?.[method]?.(...values)).not.toThrow();
    expect(reportFailure.mock.calls).toEqual([[expect.objectContaining({ remote: 'draw', version: '2.1.0', reason: 'malformed' })]]);
    expect([feedback.toast, feedback.confirm, prepare].every((spy) => spy.mock.calls.length === 0)).toBe(true);
  });

  it('is drawn without its wrong parts only', () => {
    const { host, header } = serve();
    const onPress = () => undefined;
    loose(host)['header']?.['set']?.({ title: 7, share: true, right: { label: '删除', onPress } });
    expect(header.set).toHaveBeenCalledExactlyOnceWith({ share: true, right: { label: '删除', onPress } });
  });

  it('is answered with no where a question can\'t be asked', async () => {
    const { host } = serve();
    expect(await loose(host)['feedback']?.['confirm']?.(null)).toBe(false);
  });

  it('is taken as it is when it is right', async () => {
    const { host, navigation, feedback, reportFailure } = serve();
    host.navigation.push('/address', { id: '7', phone: undefined });
    host.feedback.toast('');
    expect(await host.feedback.confirm({ title: '删除？', confirm: '删除', tone: 'danger' })).toBe(true);
    expect(navigation.push).toHaveBeenCalledExactlyOnceWith('/address', { id: '7', phone: undefined });
    expect([feedback.toast.mock.calls, reportFailure.mock.calls]).toEqual([[['']], []]);
  });

  it('may throw when it is called back', () => {
    const { host, navigation, reportFailure } = serve();
    const fail = () => {
      throw new Error('broken');
    };
    host.navigation.onBack(fail);
    host.navigation.guard(fail);
    expect(navigation.onBack.mock.calls[0]?.[0]()).toBe(false);
    expect(navigation.guard.mock.calls[0]?.[0]()).toBeNull();
    expect(reportFailure).toHaveBeenCalledTimes(2);
    expect(reportFailure).toHaveBeenCalledWith(expect.objectContaining({ phase: 'callback', reason: 'threw' }));
  });
});
