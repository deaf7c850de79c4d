import type {
  ActivityContext,
  ActivityWindows,
  BridgeMethod,
  BridgeResult,
  Call,
  DialogContent,
  Environment,
  HeaderState,
  HostServices,
  Permission,
  Session,
  ShareChannel,
  ShareParameters,
  Skin,
  Visibility,
} from '@fridge/shared-contracts';
import { bindToVisit, createScreenLife, timeoutError } from '@fridge/shared-contracts/page';
import { createFakeClock } from './fake-clock.ts';
import { createFakeDialog } from './fake-dialog.tsx';
import { createFakeNavigation, type Move, stack } from './fake-navigation.ts';
import { createFakeRequests, type Reply } from './fake-requests.ts';
import { createFakeSession, sessions } from './fake-session.ts';
import { createWritableStore, readOnly } from './writable-store.ts';

export interface FakeHostOptions {
  session?: Partial<Session>;
  environment?: Partial<Environment>;
  context?: Partial<ActivityContext>;
  query?: Readonly<Record<string, string>>;
  skin?: Skin;
  /** Windows as the settings name them; one that isn't named is always open. */
  windows?: ActivityWindows;
  /** Business time at the start, milliseconds; `null` while it isn't known. It runs on. Default: 0. */
  now?: number | null;
  /** The calls of the release; left out, any of the product may be made. */
  declared?: readonly string[] | null;
  /** The bridge methods of the release; left out, any may be called. */
  bridge?: readonly BridgeMethod[] | null;
  /** Those without which the activity can't work. */
  requires?: readonly BridgeMethod[];
  /** Whether calls end by the host's time limits. Default: they wait for their answers. */
  timeLimits?: boolean;
  /** How a call is answered before what `answer` says; `undefined`: as that says. */
  elsewhere?: (call: Call) => Reply<Call> | undefined;
}

const noContext: ActivityContext = {
  fridgeId: '',
  mobile: '',
  homeId: '',
  userId: '',
  sn8: '',
  spec: '',
  brand: -1,
  activityId: '',
  source: '',
  comeFrom: '',
  meijuBanner: false,
  reportAccess: false,
};

/** One thing that a screen asked of the host. */
export type LogLine = { number: number; text: string };

export type FakeHost = ReturnType<typeof createFakeHost>;

/** Resolves `false` when the visit ends. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<false>((resolve) => {
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });

/**
 * A whole host for tests of a remote and for its stand-alone page. It records what a screen does and decides nothing.
 */
export function createFakeHost({
  session = {},
  environment = {},
  context = {},
  query = {},
  skin = 0,
  windows = {},
  now = 0,
  declared = null,
  bridge = null,
  requires = [],
  timeLimits = false,
  elsewhere = () => undefined,
}: FakeHostOptions = {}) {
  const log = createWritableStore<readonly LogLine[]>([]);
  const record = (text: string) => log.set([...log.getState(), { number: log.getState().length, text }]);
  /** What the screen meets; may be changed as a test goes on. */
  const control = {
    /** Overrides what follows from session and environment. */
    permission: null as Permission | Promise<Permission> | null,
    /** Who logs in when a guest's action opens the login page; `null`: they cancel. */
    login: null as Partial<Session> | null | Promise<Partial<Session> | null>,
    query,
    opens: (_path: string): boolean => true,
    moved: (_move: Move): void => {},
    /** How the user answers the host's questions. */
    confirms: (_content: DialogContent): boolean | Promise<boolean> => true,
    couponOpens: true,
    shopOpens: true,
    copies: true,
    supports: (_method: BridgeMethod): boolean => true,
    windows,
  };

  const where: Environment = { inApp: true, inWeChat: false, platform: 'other', ...environment };
  const about: ActivityContext = { ...noContext, ...context };
  const toasts: string[] = [];
  const confirmed: DialogContent[] = [];
  const clicks: string[] = [];
  const copied: string[] = [];
  const shared: ShareParameters[] = [];
  const opened: string[] = [];
  const landings: string[] = [];
  const bridgeCalls: { method: BridgeMethod; params: unknown }[] = [];
  const bridgeAnswers = new Map<BridgeMethod, BridgeResult<BridgeMethod>>();
  const prepared: ShareParameters[] = [];
  const headers: HeaderState[] = [];
  const header = createWritableStore<HeaderState>({});
  const visibility = createWritableStore<Visibility>('visible');
  const clock = createFakeClock(now, control);
  const skins = createWritableStore<Skin>(skin);

  const confirm = async (content: DialogContent): Promise<boolean> => {
    confirmed.push(content);
    const answer = await control.confirms(content);
    record(`feedback.confirm(${JSON.stringify(content.title)}) -> ${answer}`);
    return answer;
  };
  let remoteIsShown = true;
  const toast = (text: string) => {
    toasts.push(text);
    record(`feedback.toast(${JSON.stringify(text)})`);
  };
  const life = createScreenLife(toast, () => remoteIsShown);
  const who = createFakeSession(
    { ...(where.inApp ? sessions.user : sessions.guest), ...session },
    where,
    about,
    control,
    record,
    life.isOver,
  );
  const requests = createFakeRequests({
    callerOf: who.callerOf,
    record,
    onNotAuthorized: who.expire,
    timeLimits,
    elsewhere,
  });
  const navigation = createFakeNavigation(control, confirm, record);
  const Dialog = createFakeDialog(life.ended);
  const showHeader = () => header.set(Object.assign({}, ...headers));
  const open = (page: string, opens: boolean) => {
    opened.push(page);
    record(`external: ${page}`);
    return Promise.resolve(opens);
  };

  const services: HostServices = {
    context: about,
    environment: where,
    skin: readOnly(skins),
    session: who.service,
    requests: requests.service,
    feedback: {
      Dialog,
      toast: life.toast,
      confirm,
    },
    navigation: navigation.service,
    header: {
      set(state) {
        const undo = stack(headers, state);
        showHeader();
        return () => {
          undo();
          showHeader();
        };
      },
    },
    sharing: {
      prepare: (parameters) => stack(prepared, parameters),
      async share() {
        const parameters = prepared.at(-1);
        if (parameters?.before && !(await Promise.race([parameters.before(life.signal), whenAborted(life.signal)])))
          return;
        if (parameters) shared.push(parameters);
        record(`sharing.share() ${parameters ? parameters.path : 'unprepared'}`);
      },
      openLanding(variant) {
        landings.push(variant);
        record(`sharing.openLanding('${variant}')`);
      },
    },
    external: {
      openCoupon: () => open('coupon', control.couponOpens),
      openShop: () => open('shop', control.shopOpens),
    },
    bridge: {
      supports: (method) => control.supports(method),
      call<M extends BridgeMethod>(
        method: M,
        ...[params]: [params?: unknown, options?: unknown]
      ): Promise<BridgeResult<M>> {
        bridgeCalls.push({ method, params });
        record(`bridge ${method}`);
        // Written by `answerBridge` alone, with this method's own type.
        return Promise.resolve(
          (bridgeAnswers.get(method) as BridgeResult<M> | undefined) ?? { ok: false, error: timeoutError },
        );
      },
    },
    tracking: {
      click(name) {
        clicks.push(name);
        record(`tracking.click('${name}')`);
      },
    },
    windows: clock.service,
    clipboard: {
      copy(text) {
        copied.push(text);
        record('clipboard.copy()');
        return Promise.resolve(control.copies);
      },
    },
    visibility: readOnly(visibility),
  };

  return {
    /** The services of one visit, bound to it as the host binds them. */
    host: bindToVisit(services, {
      life,
      calls: declared,
      methods: bridge,
      requires,
      onUndeclared: (what) => record(`${what}: the release doesn't list it`),
      onMalformed: (_, value) => record(`refused, since it doesn't fit the contract: ${JSON.stringify(value)}`),
      onOutdatedApp: () => record('the app has to be updated'),
      onThrow: (error) => record(`a callback throws: ${String(error)}`),
    }),
    /**
     * The user leaves the screen. What it registered is taken back, and what it does from now on goes nowhere; its
     * toasts are shown only where the next screen belongs to the same remote. A screen's own `push` records a move and
     * ends nothing.
     */
    leave({ toSameRemote = false } = {}): void {
      remoteIsShown = toSameRemote;
      navigation.keepQuery();
      life.end();
    },
    control,
    /** Everything that the screen asked of the host, one line each. */
    log,
    toasts,
    confirmed,
    clicks,
    copied,
    /** What was shared, by the screen's own asking or by the header's. */
    shared,
    /** The outside pages that were to be opened. */
    opened,
    landings,
    bridgeCalls,
    answerBridge<M extends BridgeMethod>(method: M, result: BridgeResult<M>): void {
      bridgeAnswers.set(method, result);
    },
    /** As `answerBridge` set them. */
    bridgeAnswers: (): ReadonlyMap<BridgeMethod, BridgeResult<BridgeMethod>> => bridgeAnswers,
    /** The header as the screen has set it. */
    header,
    /** What the next share would send. */
    prepared: (): ShareParameters | undefined => prepared.at(-1),
    /** The app reports a share as done. @returns whether the screen tells the user itself */
    reportShare: (channel?: ShareChannel) => prepared.at(-1)?.onShared?.(channel),
    setSession: who.set,
    /** An answer of the server sets the clock; listeners are called where it moves by a second or more. */
    setNow: clock.set,
    setSkin: skins.set,
    /** The page is covered by another one, or comes back. */
    setVisibility: visibility.set,
    asked: who.asked,
    timesBound: who.timesBound,
    calls: requests.calls,
    answer: requests.answer,
    answered: requests.answered,
    made: requests.made,
    sent: requests.sent,
    went: navigation.went,
    pressBack: navigation.pressBack,
    question: navigation.question,
  };
}
