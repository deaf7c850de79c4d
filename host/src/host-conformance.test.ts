// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BridgeMessage,
  clockHeaders,
  readAddress,
  type RegistryEntry,
  writeQuery,
} from '@fridge/shared-contracts/page';
import { type HostSituation, hostScenarios, type HostUnderTest } from '@fridge/remote-kit/testing/host-conformance';
import { createFailureLog } from './federation/failures.ts';
import { createScreenChange, type ScreenVisit } from './federation/screen-change.ts';
import { createActivityServices } from './federation/activity-services.ts';
import { removePageListeners } from './lib/testing/page-listeners.ts';
import { createPlatform } from './platform/create-platform.ts';
import { FakeRequest } from './platform/testing/fake-request.ts';
import { signByLateCode } from './platform/testing/sign-by-late-code.ts';
import { testSettings } from './platform/testing/test-settings.ts';
import { createDialogs } from './shell/feedback/dialogs.tsx';
import { createToasts } from './shell/feedback/toasts.tsx';
import { createHeader } from './shell/header.tsx';
import { createPageHistory } from './shell/history.ts';
import { createNavigation } from './shell/navigation.ts';

const release: RegistryEntry = {
  enabled: true,
  stopped: false,
  pin: null,
  title: '',
  description: '',
  routes: [],
  entry: 'https://draw.example/e.js',
  version: '1.0.0',
  contract: '3.0',
  scripts: [],
  styles: [],
  picture: null,
  bridge: null,
  requires: [],
  calls: null,
  publicParameters: [],
};
const fridge = { fridgeId: 'f1', sn8: '', spec: '', name: '' };
const user = { userId: 'user', accessToken: 't1' };
const link = { userId: 'link', wxToken: 't2' };
const running: (() => void)[] = [];

removePageListeners();

beforeEach(() => {
  vi.useFakeTimers();
  signByLateCode();
});
afterEach(() => {
  for (const stop of running.splice(0)) stop();
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'companionNative');
});

/** The host's own services over a stand-in app, a stand-in server and a stand-in user. */
async function createSubject(situation: HostSituation): Promise<HostUnderTest> {
  const {
    session = 'user',
    inApp = true,
    login = 'cancelled',
    reportLink = false,
    query = {},
    answer,
    agrees,
    copies = true,
  } = situation;
  const sent: string[] = [];
  const answers: Record<string, unknown> = {
    getUserInfo: session === 'guest' ? { userId: '' } : user,
    getHomeInfo: { homeId: 'h1', fridges: session === 'noFridge' ? [] : [fridge] },
    getStatusBarHeight: { height: 0 },
    login: {},
  };
  if (inApp) {
    Object.assign(window, {
      companionNative: {
        postMessage(text: string) {
          const { id, method }: BridgeMessage = JSON.parse(text);
          sent.push(method);
          if (answers[method] !== undefined) window.companion?.receive({ id, ok: true, data: answers[method] });
          if (method !== 'login') return;
          const success = login === 'user';
          if (success) answers['getUserInfo'] = user;
          window.companion?.receive({ event: 'loginResult', data: { success, ...(success && user) } });
        },
      },
    });
  }
  window.history.replaceState(null, '', `/draw${writeQuery({ ...query, ...(reportLink && link) })}`);
  Object.defineProperty(window.navigator, 'clipboard', {
    configurable: true,
    value: { writeText: () => (copies ? Promise.resolve() : Promise.reject(new Error('NotAllowed'))) },
  });
  const toasts = createToasts();
  const shown: string[] = [];
  const questions: string[] = [];
  running.push(toasts.store.subscribe((toast) => toast && !toast.leaving && shown.push(toast.text)));
  const dialogs = createDialogs();
  const confirm: typeof dialogs.confirm = (content) => {
    questions.push(content.title);
    return dialogs.confirm(content);
  };
  running.push(
    dialogs.store.subscribe((question) => {
      if (agrees !== undefined) question?.answer(agrees);
    }),
  );
  const header = createHeader();
  const address = readAddress(window.location);
  const navigation = createNavigation({
    history: createPageHistory(window, null),
    window,
    confirm,
    closePage: async () => false,
  });
  const moves: string[] = [];
  running.push(navigation.visit.subscribe(({ path }) => moves.push(path)));
  const callers: string[] = [];
  const noteCaller = (authorization: string | null | undefined) => {
    const [caller = ''] = atob(authorization?.slice('Basic '.length) ?? '').split(':');
    callers.push(caller);
  };
  const uploads: FakeRequest[] = [];
  const createXhr = () => {
    const request = new FakeRequest();
    uploads.push(request);
    request.send = () => {
      noteCaller(request.headers['authorization']);
      if (answer === 'network') request.fail();
      else if (answer !== undefined && answer !== 'never') setTimeout(() => request.answer(answer), 1_000);
    };
    return request as unknown as XMLHttpRequest; // nothing else of it is used
  };
  const fetched = (_url: unknown, init?: RequestInit): Promise<Response> => {
    noteCaller(new Headers(init?.headers).get('authorization'));
    if (answer === 'network') return Promise.reject(new TypeError('failed'));
    if (answer !== undefined && answer !== 'never') return Promise.resolve(Response.json(answer));
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  };
  const platform = createPlatform({
    window,
    address,
    settings: testSettings,
    serverTimings: {},
    toast: toasts.show,
    confirm,
    fetch: fetched,
    navigation: { push: navigation.push, replace: navigation.replace, location: navigation.visit.getState },
    pageName: () => '/draw',
    createXhr,
  });
  platform.start();
  await vi.dynamicImportSettled(); // the signer
  await vi.advanceTimersByTimeAsync(0);
  const started = sent.length;
  let remoteShown: string | null = 'draw';
  const serve = createActivityServices({
    platform,
    failures: createFailureLog(platform.tracker, fetched, () => null),
    screens: {
      ...createScreenChange<ScreenVisit>(
        navigation.visit,
        () => null,
        () => () => undefined,
      ),
      remoteShown: () => remoteShown,
    },
    header,
    dismissDialogs: dialogs.dismissAll,
    feedback: { toast: toasts.show, confirm },
    dialogOf: () => () => null,
    navigation: { ...navigation, opens: () => true },
  });
  const remote = {
    ...release,
    calls: situation.calls ? [...situation.calls] : null,
    bridge: situation.bridge ? [...situation.bridge] : null,
  };
  const { host } = serve({ name: 'draw', remote }, navigation.visit.getState());
  return {
    host,
    toasts: () => shown,
    questions: () => questions,
    moves: () => moves,
    header: () => Object.fromEntries(Object.entries(header.store.getState()).filter(([, value]) => value !== '')),
    appCalls: () => sent.slice(started),
    callers: () => callers,
    progress: (part) => uploads.at(-1)?.sent(part * 100),
    tellTime: (time) => platform.clock.observe(new Headers({ [clockHeaders.business]: String(time) })),
    async wait(ms) {
      await vi.advanceTimersByTimeAsync(0);
      await vi.dynamicImportSettled(); // the code for uploads
      await vi.advanceTimersByTimeAsync(ms);
    },
    leave(to) {
      remoteShown = to === 'sameRemote' ? 'draw' : null;
      navigation.push('/elsewhere');
      moves.length = 0;
    },
  };
}

describe('the host', () => {
  it.each(hostScenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_, { given = {}, act, expected }) => {
      expect(await act(await createSubject(given))).toEqual(expected);
    },
  );
});
