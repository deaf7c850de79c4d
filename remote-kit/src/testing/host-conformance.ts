import {
  type BridgeMethod,
  bridgeErrorCode,
  commonCopy,
  defineCall,
  type HeaderState,
  type HostServices,
  specifiedWindows,
} from '@fridge/shared-contracts';
import { callId, UPLOAD_LIMITS_MS } from '@fridge/shared-contracts/page';
import * as v from 'valibot';

/** What a scenario starts with. */
export interface HostSituation {
  /** Who uses the page. Default: a user with a fridge. */
  session?: 'user' | 'guest' | 'noFridge';
  inApp?: boolean;
  /** How the login page ends. Default: `cancelled`. */
  login?: 'user' | 'cancelled';
  /** The address carries a report link's user and token. */
  reportLink?: boolean;
  query?: Readonly<Record<string, string>>;
  /** Of the release; `null`: any. */
  calls?: readonly string[] | null;
  bridge?: readonly BridgeMethod[] | null;
  /**
   * What the server answers each call with, one with files after a second; `network`: the connection fails, `never`: no
   * answer comes.
   */
  answer?: { code: number; msg: string; data: unknown } | 'network' | 'never';
  /** How the user answers each question; left out, questions stay open. */
  agrees?: boolean;
  /** Whether the browser lets the page copy. Default: yes. */
  copies?: boolean;
}

/**
 * A host in a situation, and what can be seen of it from outside. The session's user is `user`, a report link's `link`;
 * the windows are the specified ones.
 */
export interface HostUnderTest {
  host: HostServices;
  /** Messages shown so far. */
  toasts(): string[];
  /** Titles of the questions asked so far. */
  questions(): string[];
  /** Paths that the page went to. */
  moves(): string[];
  header(): HeaderState;
  /** Methods that the app was called with, less those of the host's own start. */
  appCalls(): string[];
  /** The users whose credentials the calls carried; empty: none. */
  callers(): string[];
  /** The latest call's files are sent so far, 0 to 1. */
  progress(sent: number): void;
  /** An answer of the server tells its business time, milliseconds. */
  tellTime(time: number): void;
  /** Lets time pass, milliseconds. */
  wait(ms: number): Promise<void>;
  /** The user goes to another screen, of the same remote or of none. */
  leave(to: 'sameRemote' | 'elsewhere'): void;
}

export interface HostScenario {
  name: string;
  given?: HostSituation;
  /** @returns what is compared with `expected` */
  act(subject: HostUnderTest): unknown;
  expected: unknown;
}

const read = defineCall({ path: '/activity/read', access: 'none', data: v.number() });
const readReport = defineCall({ path: '/activity/read', access: 'report', data: v.number() });
const readHousehold = defineCall({ path: '/activity/read', access: 'household', data: v.number() });
const upload = defineCall({ path: '/activity/upload', files: ['picture'], access: 'household', data: v.number() });
const files = { picture: new Blob(['picture']) };
const save = defineCall({ path: '/activity/save', required: ['id'], access: 'none', data: v.unknown() });
/** The compiler refuses it only where it is written out in the call. */
const unknownField = { id: '1', other: '2' };
const question = { title: 'Leave?', confirm: 'Leave', cancel: 'Stay' };
const share = { title: 't', description: 'd', path: '/draw', landing: 'activity' } as const;

const failing = (reason: string, code: number, message: string) => ({ ok: false, reason, code, message });
const refused = { code: 500, msg: 'No draws left', data: null };

const called = (name: string, answer: HostSituation['answer'], expected: unknown, quiet = false): HostScenario => ({
  name: `a call: ${name}`,
  given: { ...(answer && { answer }) },
  async act({ host, toasts, wait }) {
    const result = host.requests.call(read, {}, { quiet });
    await wait(10_000);
    return [await result, toasts()];
  },
  expected,
});

const uploaded = (name: string, answer: HostSituation['answer'], expected: unknown): HostScenario => ({
  name: `a call with files: ${name}`,
  given: { ...(answer && { answer }) },
  async act({ host, progress, toasts, wait }) {
    const reported: number[] = [];
    const result = host.requests.call(upload, {}, { files, onProgress: (sent) => reported.push(sent) });
    await wait(0);
    progress(0.4);
    await wait(UPLOAD_LIMITS_MS.silence);
    return [await result, reported, toasts()];
  },
  expected,
});

const throwing = () => {
  throw new Error('a fault of the screen');
};

const expiredAnswer = { code: 401, msg: 'expired', data: null };
const credential = (
  name: string,
  call: typeof read | typeof readReport | typeof readHousehold,
  given: HostSituation,
  expected: string,
): HostScenario => ({
  name: `a call with access ${call.access}: ${name}`,
  given: { answer: { code: 0, msg: '', data: 3 }, ...given },
  async act({ host, callers, wait }) {
    const result = host.requests.call(call, {});
    await wait(0);
    return [(await result).ok, callers()];
  },
  expected: [true, [expected]],
});

const at = (instant: string) => Date.parse(`${instant}+08:00`);

const required = (
  name: string,
  given: HostSituation,
  expected: unknown,
  access: 'household' | 'report' = 'household',
): HostScenario => ({
  name: `session.require('${access}'): ${name}`,
  given,
  async act({ host, wait }) {
    const permission = host.session.require(access);
    await wait(10_000);
    const answer = await permission;
    return answer.allowed ? answer.household.userId : answer.reason;
  },
  expected,
});

/** What every host does for a screen; the fake host and the real one are run through it. */
export const hostScenarios: readonly HostScenario[] = [
  required('a user with a fridge', {}, 'user'),
  required('no fridge', { session: 'noFridge' }, 'noFridge'),
  required('outside the app', { inApp: false }, 'outsideApp'),
  required('a guest who logs in', { session: 'guest', login: 'user' }, 'user'),
  required('a guest who cancels the login', { session: 'guest' }, 'noUser'),
  required('a guest with a report link', { session: 'guest', reportLink: true }, 'noUser'),
  required('a report link outside the app', { inApp: false, reportLink: true }, 'outsideApp'),
  required('a report link outside the app', { inApp: false, reportLink: true }, 'link', 'report'),
  required('a guest with a report link', { session: 'guest', reportLink: true }, 'link', 'report'),
  required('a user without a fridge, with a report link', { session: 'noFridge', reportLink: true }, 'link', 'report'),
  required('a user with a fridge wins over a report link', { reportLink: true }, 'user', 'report'),
  required('a user with a fridge, without a report link', {}, 'user', 'report'),
  required('neither user nor report link', { inApp: false }, 'outsideApp', 'report'),
  {
    name: 'session.require: after the visit, a user goes on and a guest is not asked',
    async act({ host, leave }) {
      leave('elsewhere');
      return (await host.session.require()).allowed;
    },
    expected: true,
  },
  {
    name: 'session.require: after the visit, no login opens',
    given: { session: 'guest' },
    async act({ host, leave, appCalls }) {
      leave('elsewhere');
      return [await host.session.require(), appCalls()];
    },
    expected: [{ allowed: false, reason: 'visitEnded' }, []],
  },

  called('an answer', { code: 0, msg: '', data: 3 }, [{ ok: true, data: 3 }, []]),
  called('a refusal is shown', refused, [failing('refused', 500, 'No draws left'), ['No draws left']]),
  called('a quiet refusal is not shown', refused, [failing('refused', 500, 'No draws left'), []], true),
  called('a notice', { ...refused, code: 204 }, [failing('notice', 204, 'No draws left'), ['No draws left']]),
  called('no answer', 'never', [
    failing('timeout', -1, commonCopy['common.timeout.toast']),
    [commonCopy['common.timeout.toast']],
  ]),
  called('no connection', 'network', [
    failing('network', -1, commonCopy['common.network.toast']),
    [commonCopy['common.network.toast']],
  ]),
  credential('a user is named', read, {}, 'user'),
  credential("a report link's token is not sent", read, { session: 'guest', reportLink: true }, ''),
  credential("a report link's token is enough", readReport, { session: 'guest', reportLink: true }, 'link'),
  credential("a report link's token is enough outside the app", readReport, { inApp: false, reportLink: true }, 'link'),
  credential('a full session wins', readReport, { reportLink: true }, 'user'),
  credential('a guest has no credential', readReport, { session: 'guest' }, ''),
  credential("a user's token is sent", readHousehold, { reportLink: true }, 'user'),
  {
    name: "a call with access household: a report link's token is not sent, and the server refuses",
    given: { session: 'guest', reportLink: true, answer: expiredAnswer },
    async act({ host, callers, toasts, wait }) {
      const result = host.requests.call(readHousehold, {});
      await wait(0);
      return [await result, callers(), toasts()];
    },
    expected: [failing('refused', 401, 'expired'), [''], ['expired']],
  },
  {
    name: 'a call with access report: code 401 ends the session, and the next call carries the report link',
    given: { reportLink: true, answer: expiredAnswer },
    async act({ host, callers, wait }) {
      for (let made = 0; made < 2; made += 1) {
        void host.requests.call(readReport, {});
        await wait(0);
      }
      return [callers(), host.session.getState().status];
    },
    expected: [['user', 'link'], 'guest'],
  },

  uploaded('reports its progress, to the end before the answer', { code: 0, msg: '', data: 3 }, [
    { ok: true, data: 3 },
    [0.4, 1],
    [],
  ]),
  uploaded('a refusal is shown', refused, [failing('refused', 500, 'No draws left'), [0.4, 1], ['No draws left']]),
  uploaded('no answer', 'never', [
    failing('timeout', -1, commonCopy['common.timeout.toast']),
    [0.4],
    [commonCopy['common.timeout.toast']],
  ]),
  {
    name: 'a call with files: ends after 10 s without progress',
    given: { answer: 'never' },
    async act({ host, progress, wait }) {
      let ended = false;
      const result = host.requests.call(upload, {}, { files }).finally(() => (ended = true));
      await wait(UPLOAD_LIMITS_MS.silence - 1);
      progress(0.4);
      await wait(UPLOAD_LIMITS_MS.silence - 1);
      const endedBefore = ended;
      await wait(1);
      return [endedBefore, await result];
    },
    expected: [false, failing('timeout', -1, commonCopy['common.timeout.toast'])],
  },
  {
    name: 'a call with files: ends after 120 s in all',
    given: { answer: 'never' },
    async act({ host, progress, wait }) {
      let ended = false;
      const result = host.requests.call(upload, {}, { files }).finally(() => (ended = true));
      const step = UPLOAD_LIMITS_MS.silence / 2;
      for (let passed = step; passed < UPLOAD_LIMITS_MS.total; passed += step) {
        await wait(step);
        progress(passed / UPLOAD_LIMITS_MS.total);
      }
      await wait(step - 1);
      const endedBefore = ended;
      await wait(1);
      return [endedBefore, await result];
    },
    expected: [false, failing('timeout', -1, commonCopy['common.timeout.toast'])],
  },
  {
    name: 'a call with files: aborted, without a toast',
    given: { answer: 'never' },
    async act({ host, progress, toasts, wait }) {
      const controller = new AbortController();
      const result = host.requests.call(upload, {}, { files, signal: controller.signal });
      await wait(0);
      progress(0.4);
      controller.abort();
      return [await result, toasts()];
    },
    expected: [failing('aborted', -1, ''), []],
  },
  {
    name: 'a call with files: goes on when its onProgress throws',
    given: { answer: { code: 0, msg: '', data: 3 } },
    async act({ host, wait }) {
      const result = host.requests.call(upload, {}, { files, onProgress: throwing });
      await wait(1_000);
      return result;
    },
    expected: { ok: true, data: 3 },
  },
  {
    name: 'a call with files: a file is missing',
    act: async ({ host, callers }) => [await host.requests.call(upload, {}), callers()],
    expected: [failing('invalid', -1, commonCopy['common.fallback.toast']), []],
  },
  ...[read, upload].map((call): HostScenario => ({
    name: `a call to ${callId(call)}: aborted before, sends nothing`,
    async act({ host, callers, toasts, wait }) {
      const options = { signal: AbortSignal.abort() };
      const result =
        call === upload ? host.requests.call(upload, {}, { files, ...options }) : host.requests.call(read, {}, options);
      await wait(0);
      return [await result, callers(), toasts()];
    },
    expected: [failing('aborted', -1, ''), [], []],
  })),
  {
    name: 'a call: the release does not list it',
    given: { calls: ['/activity/read'] },
    act: async ({ host, toasts }) => [await host.requests.call(save, { id: '1' }), toasts()],
    expected: [failing('undeclared', -1, commonCopy['common.fallback.toast']), [commonCopy['common.fallback.toast']]],
  },
  {
    name: 'a call: a required field is empty',
    act: async ({ host }) => host.requests.call(save, { id: '' }),
    expected: failing('invalid', -1, commonCopy['common.fallback.toast']),
  },
  {
    name: 'a call: a field that its definition lacks',
    act: async ({ host }) => host.requests.call(save, unknownField),
    expected: failing('invalid', -1, commonCopy['common.fallback.toast']),
  },
  {
    name: 'a call: aborted, without a toast',
    given: { answer: 'never' },
    async act({ host, toasts, wait }) {
      const controller = new AbortController();
      const result = host.requests.call(read, {}, { signal: controller.signal });
      await wait(0);
      controller.abort();
      return [await result, toasts()];
    },
    expected: [failing('aborted', -1, ''), []],
  },
  {
    name: 'a call: code 401 ends the session',
    given: { answer: expiredAnswer },
    async act({ host, wait }) {
      await host.session.require();
      void host.requests.call(read, {});
      await wait(100);
      return host.session.getState().status;
    },
    expected: 'guest',
  },
  ...(['sameRemote', 'elsewhere'] as const).map((to): HostScenario => ({
    name: `a call: fails after the user went ${to}`,
    given: { answer: refused },
    async act({ host, toasts, wait, leave }) {
      const result = host.requests.call(read, {});
      leave(to);
      await wait(100);
      return [(await result).ok, toasts()];
    },
    expected: [false, to === 'sameRemote' ? ['No draws left'] : []],
  })),

  {
    name: 'navigation: goes at once where nothing is to be lost',
    async act({ host, moves, wait }) {
      host.navigation.guard(() => null);
      host.navigation.push('/prize');
      await wait(0);
      return moves();
    },
    expected: ['/prize'],
  },
  ...[true, false].map((agrees): HostScenario => ({
    name: `navigation: asks the latest guard alone that has a question; the user agrees: ${agrees}`,
    given: { agrees },
    async act({ host, moves, questions, wait }) {
      host.navigation.guard(() => ({ ...question, title: 'First?' }));
      host.navigation.guard(() => question);
      host.navigation.guard(() => null);
      host.navigation.push('/prize');
      await wait(1_000);
      return [questions(), moves()];
    },
    expected: [['Leave?'], agrees ? ['/prize'] : []],
  })),
  {
    name: 'navigation: a second one is dropped while the user is asked',
    async act({ host, questions, moves, wait }) {
      host.navigation.guard(() => question);
      host.navigation.push('/prize');
      host.navigation.replace('/draw/rule');
      await wait(1_000);
      return [questions(), moves()];
    },
    expected: [['Leave?'], []],
  },
  {
    name: 'navigation: a guard that is taken back asks nothing, and the visit is over after a move',
    async act({ host, moves, questions, wait, leave }) {
      host.navigation.guard(() => question)();
      leave('elsewhere');
      host.navigation.push('/prize');
      await wait(0);
      return [moves(), questions()];
    },
    expected: [[], []],
  },
  {
    name: 'navigation: links carry the public context and nothing personal',
    given: { query: { brand: '1', phone: '13900000000' } },
    act: ({ host }) => host.navigation.hrefOf('/address', { id: '7', phone: '13900000000' }),
    expected: '/address?brand=1&id=7',
  },
  {
    name: 'navigation: the query has no token',
    given: { query: { id: '7', wxToken: 'secret', at: 'secret' } },
    act: ({ host }) => host.navigation.query,
    expected: { id: '7' },
  },

  {
    name: 'header: later layers win part by part, and end with the visit',
    act({ host, header, leave }) {
      const takeBack = host.header.set({ title: 'A', share: true });
      host.header.set({ title: 'B' });
      const both = header();
      takeBack();
      const one = header();
      leave('elsewhere');
      host.header.set({ title: 'C' });
      return [both, one, header().title ?? ''];
    },
    expected: [{ title: 'B', share: true }, { title: 'B' }, ''],
  },
  {
    name: 'sharing: unprepared, sends nothing to the app',
    act: async ({ host, appCalls }) => [await host.sharing.share(), appCalls()],
    expected: [undefined, []],
  },
  {
    name: 'sharing: what is asked before may end it',
    async act({ host, appCalls }) {
      host.sharing.prepare({ ...share, before: () => false });
      await host.sharing.share();
      return appCalls();
    },
    expected: [],
  },
  {
    name: 'sharing: a question that is left open ends with the visit',
    async act({ host, appCalls, leave, wait }) {
      const signals: AbortSignal[] = [];
      host.sharing.prepare({
        ...share,
        before(signal) {
          signals.push(signal);
          return new Promise<boolean>(() => {});
        },
      });
      const shared = host.sharing.share();
      await wait(0);
      leave('elsewhere');
      await wait(100);
      await shared;
      return [signals.map(({ aborted }) => aborted), appCalls()];
    },
    expected: [[true], []],
  },
  ...[true, false].map((agrees): HostScenario => ({
    name: `feedback.confirm: answers ${agrees}`,
    given: { agrees },
    async act({ host, wait }) {
      const answer = host.feedback.confirm(question);
      await wait(1_000);
      return answer;
    },
    expected: agrees,
  })),
  {
    name: 'feedback.confirm: is answered with no when the screen is left, and asks nothing afterwards',
    async act({ host, questions, leave, wait }) {
      const answer = host.feedback.confirm(question);
      await wait(100);
      leave('elsewhere');
      return [await answer, await host.feedback.confirm({ ...question, title: 'Late?' }), questions()];
    },
    expected: [false, false, ['Leave?']],
  },
  {
    name: 'feedback.toast: of an ended visit, only over a screen of the same remote',
    act({ host, toasts, leave }) {
      host.feedback.toast('saved');
      leave('elsewhere');
      host.feedback.toast('late');
      return toasts();
    },
    expected: ['saved'],
  },

  {
    name: 'bridge: a method that the release does not list',
    given: { bridge: ['choosePhotos'] },
    async act({ host, appCalls }) {
      const result = await host.bridge.call('closePage');
      return [host.bridge.supports('closePage'), result.ok ? 0 : result.error.code, appCalls()];
    },
    expected: [false, bridgeErrorCode.undeclared, []],
  },
  {
    name: 'bridge: an app that is silent',
    async act({ host, wait }) {
      const result = host.bridge.call('setHeader', { visible: true });
      await wait(5_000);
      return result;
    },
    expected: { ok: false, error: { code: -1, errMessage: 'TimeOut' } },
  },
  {
    name: 'bridge: the pages of the app do not open after the visit',
    async act({ host, leave, appCalls }) {
      leave('elsewhere');
      return [(await host.bridge.call('choosePhotos', { max: 1 })).ok, appCalls()];
    },
    expected: [false, []],
  },
  {
    name: 'windows: any is open while business time is not known',
    act: ({ host }) => [host.windows.stateOf('campaign2023'), host.windows.stateOf('none'), host.windows.now()],
    expected: ['open', 'open', null],
  },
  {
    name: "windows: bounds are the settings'",
    act: ({ host }) => [host.windows.bounds('campaign2023'), host.windows.bounds('none')],
    expected: [specifiedWindows.campaign2023, { start: null, end: null }],
  },
  ...(
    [
      ['2023-07-17T08:59:59.999', 'notStarted'],
      ['2023-07-17T09:00:00', 'open'],
      ['2023-08-31T23:59:59.999', 'open'],
      ['2023-09-01T00:00:00', 'ended'],
    ] as const
  ).map(([instant, expected]): HostScenario => ({
    name: `windows: at ${instant} by the server's clock, a window is ${expected}`,
    act({ host, tellTime }) {
      tellTime(at(instant));
      return [host.windows.stateOf('campaign2023'), host.windows.stateOf('none'), host.windows.now()];
    },
    expected: [expected, 'open', at(instant)],
  })),
  {
    name: 'windows: a window opens as time passes, and no listener is called',
    async act({ host, tellTime, wait }) {
      tellTime(at('2023-07-17T08:59:59'));
      let heard = 0;
      host.windows.subscribe(() => (heard += 1));
      await wait(999);
      const before = host.windows.stateOf('campaign2023');
      await wait(1);
      return [before, host.windows.stateOf('campaign2023'), heard];
    },
    expected: ['notStarted', 'open', 0],
  },
  {
    name: 'windows: a listener is called when the time becomes known and when it moves by a second or more',
    async act({ host, tellTime, wait }) {
      const heard: (number | null)[] = [];
      host.windows.subscribe(() => heard.push(host.windows.now()));
      const start = at('2023-07-17T09:00:00');
      tellTime(start);
      await wait(5_000);
      tellTime(start + 5_000);
      tellTime(start + 5_999);
      const moved = host.windows.now();
      tellTime(start + 65_000);
      tellTime(start);
      return [heard.map((time) => (time ?? 0) - start), (moved ?? 0) - start];
    },
    expected: [[0, 65_000, 0], 5_999],
  },
  {
    name: 'windows: a listener ends with the visit, the states do not',
    act({ host, tellTime, leave }) {
      let heard = 0;
      host.windows.subscribe(() => (heard += 1));
      leave('elsewhere');
      tellTime(at('2023-09-01T00:00:00'));
      return [heard, host.windows.stateOf('campaign2023')];
    },
    expected: [0, 'ended'],
  },
  ...[true, false].map((copies): HostScenario => ({
    name: `clipboard.copy: answers ${copies} as the browser does, without a toast`,
    given: { copies },
    async act({ host, toasts, wait }) {
      const copied = host.clipboard.copy('CODE');
      await wait(0);
      return [await copied, toasts()];
    },
    expected: [copies, []],
  })),
  {
    name: 'stores and services: frozen, with the methods of the contract alone',
    act: ({ host }) => [
      Object.values(host).every((service) => Object.isFrozen(service)) && Object.isFrozen(host),
      [host.skin, host.visibility].map((store) => Object.keys(store).toSorted()),
      Object.keys(host.session).toSorted(),
      Object.keys(host.navigation).toSorted(),
    ],
    expected: [
      true,
      [
        ['getState', 'subscribe'],
        ['getState', 'subscribe'],
      ],
      ['bindFridge', 'getState', 'require', 'subscribe'],
      ['back', 'guard', 'hrefOf', 'opens', 'push', 'query', 'replace'],
    ],
  },
  {
    name: 'stores: a listener ends with the visit',
    async act({ host, leave, wait }) {
      let heard = 0;
      host.session.subscribe(() => (heard += 1));
      leave('elsewhere');
      void host.requests.call(read, {});
      await wait(100);
      return heard;
    },
    given: { answer: expiredAnswer },
    expected: 0,
  },
];
