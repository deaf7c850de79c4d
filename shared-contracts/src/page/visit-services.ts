import * as v from 'valibot';
import { bridgeErrorCode } from '../contract/bridge-messages.ts';
import { type BridgeMethod, bridgeMethods, bridgeTable } from '../contract/bridge-methods.ts';
import type {
  BridgeResult,
  BridgeService,
  HostServices,
  Permission,
  Query,
  ShareParameters,
  Store,
} from '../contract/host-services.ts';
import { headerToneSchema } from '../contract/route.ts';
import { isRecord } from './settings.ts';
import type { FailurePhase } from './tracking.ts';

/** Registrations of one kind. More is a loop or a leak: the oldest is undone. */
export const REGISTERED_AT_MOST = 100;

export type ScreenLife = ReturnType<typeof createScreenLife>;

/**
 * From a screen's mounting until it is left or fails.
 * @param remoteIsShown whether the screen on show is of the same remote, which may tell what came of an ended visit
 */
export function createScreenLife({
  remoteIsShown,
  toast,
}: {
  remoteIsShown: () => boolean;
  toast: (text: string) => void;
}) {
  const registered = new Set<() => void>();
  const controller = new AbortController();
  const { signal } = controller;
  const isOver = () => signal.aborted;
  const ended: Store<boolean> = {
    getState: isOver,
    subscribe(listener) {
      signal.addEventListener('abort', listener);
      return () => signal.removeEventListener('abort', listener);
    },
  };
  return {
    ended,
    isOver,
    signal,
    toast(text: string) {
      if (!isOver() || remoteIsShown()) toast(text);
    },
    /** Does nothing after the visit. @param kind those of its kind, where they are limited. @returns undoes it */
    keep(register: () => () => void, kind = new Set<() => void>()): () => void {
      if (isOver()) return () => undefined;
      const undo = register();
      const unregister = () => {
        kind.delete(unregister);
        if (registered.delete(unregister)) undo();
      };
      registered.add(unregister);
      kind.add(unregister);
      const [oldest] = kind;
      if (kind.size > REGISTERED_AT_MOST) oldest?.();
      return unregister;
    },
    end() {
      if (isOver()) return;
      controller.abort();
      for (const unregister of [...registered].reverse()) unregister();
    },
  };
}

interface Edge {
  life: ScreenLife;
  /** `methods`: the release lists them; `null`: any. `requires`: it can't work without them. */
  methods: readonly string[] | null;
  requires: readonly string[];
  onUndeclared: (method: string) => void;
  /** A value doesn't fit the contract: it does nothing. */
  onMalformed: (phase: FailurePhase, value: unknown) => void;
  /** The user acts in an app that lacks a required method. */
  onOutdatedApp: () => void;
  /** A guard's question threw: nothing is asked. */
  onThrow: (error: unknown) => void;
}

/**
 * A remote's services for one visit, frozen. What it passes is checked here, since a remote may lack the contract's
 * types. At the visit's end registrations are undone, and later navigation, dialogs and native pages are ignored. Calls
 * continue, so no save is lost.
 */
export function bindToVisit(services: HostServices, edge: Edge): HostServices {
  const { life, onMalformed, onThrow, onOutdatedApp } = edge;
  const { isOver, keep } = life;
  const { session, feedback, navigation, header, sharing, external, windows } = services;

  const read = <Output>(
    schema: v.GenericSchema<unknown, Output>,
    value: unknown,
    phase: FailurePhase = 'shell',
  ): Output | null => {
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    onMalformed(phase, value);
    return null;
  };
  const readParts = <Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output =>
    read(schema, value) ?? v.parse(schema, fittingParts(schema, value));
  const readQuery = (query: Query | undefined) => (query === undefined ? query : readParts(querySchema, query));
  const undoneAtEnd = <Input>(register: (input: Input) => () => void) => {
    const kind = new Set<() => void>();
    return (input: Input | null) => (input === null ? () => undefined : keep(() => register(input), kind));
  };
  const boundStore = <Value>({ getState, subscribe }: Store<Value>): Store<Value> => ({
    getState,
    subscribe: (listener) => keep(() => subscribe(listener)),
  });
  const go = (how: 'push' | 'replace') => (path: string, query?: Query) => {
    const to = read(text, path);
    if (to !== null && !isOver()) navigation[how](to, readQuery(query));
  };
  const addGuard = undoneAtEnd(navigation.guard);
  const setHeader = undoneAtEnd(header.set);
  const prepareShare = undoneAtEnd(sharing.prepare);

  return frozen({
    ...services,
    skin: boundStore(services.skin),
    visibility: boundStore(services.visibility),
    windows: { ...windows, ...boundStore(windows) },
    session: {
      ...boundStore(session),
      async require(access) {
        if (isOver()) return currentPermission(services);
        if (!isOutdatedApp(services, edge)) return session.require(access);
        onOutdatedApp();
        return { allowed: false, reason: 'outdatedApp' };
      },
      bindFridge: async () => (isOver() ? undefined : session.bindFridge()),
    },
    feedback: {
      Dialog: feedback.Dialog,
      toast(message) {
        const shown = read(text, message);
        if (shown !== null) life.toast(shown);
      },
      confirm: (question) =>
        new Promise((resolve) => {
          const content = read(dialogSchema, question);
          if (content === null || isOver()) return resolve(false);
          const unregister = keep(() => () => resolve(false));
          void feedback.confirm(content).then((confirmed) => {
            resolve(confirmed);
            unregister();
          });
        }),
    },
    navigation: {
      get query() {
        return navigation.query;
      },
      opens: (path) => typeof path === 'string' && navigation.opens(path),
      hrefOf: (path, query) => navigation.hrefOf(read(text, path) ?? '/', readQuery(query)),
      push: go('push'),
      replace: go('replace'),
      back() {
        if (!isOver()) navigation.back();
      },
      guard(ask) {
        const question = read(callback<() => unknown>(), ask);
        return addGuard(
          question &&
            (() => {
              try {
                return read(v.nullable(dialogSchema), question());
              } catch (error) {
                onThrow(error);
                return null;
              }
            }),
        );
      },
    },
    header: { set: (state) => setHeader(readParts(headerSchema, state)) },
    sharing: {
      prepare: (parameters) => prepareShare(read(shareSchema, parameters, 'share')),
      share: async () => (isOver() ? undefined : sharing.share()),
      openLanding(variant) {
        if (!isOver()) sharing.openLanding(variant === 'report' ? 'report' : 'activity');
      },
    },
    // `true`: nothing to report.
    external: {
      openCoupon: async () => isOver() || external.openCoupon(),
      openShop: async () => isOver() || external.openShop(),
    },
    bridge: boundBridge(services, edge),
  });
}

/** Nothing may open after a visit, but its save continues. */
function currentPermission({ session, environment }: HostServices): Permission {
  const { status, userId, mobile, homeId, fridge } = session.getState();
  if (!environment.inApp || status !== 'user' || fridge === null) return { allowed: false, reason: 'visitEnded' };
  return { allowed: true, household: { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId } };
}

/** The app has answered that it lacks a required method. */
const isOutdatedApp = ({ environment, bridge }: HostServices, { requires }: Edge): boolean =>
  environment.inApp && bridgeMethods.some((method) => requires.includes(method) && !bridge.supports(method));

const refused = (code: number, errMessage: string) => ({ ok: false, error: { code, errMessage } }) as const;

function boundBridge(services: HostServices, edge: Edge): BridgeService {
  const { bridge } = services;
  const { life, onUndeclared, onOutdatedApp } = edge;
  const listed: readonly string[] = edge.methods ?? bridgeMethods;
  return {
    supports: (method) => listed.includes(method) && bridge.supports(method),
    async call<M extends BridgeMethod>(
      method: M,
      ...[params, options]: [unknown?, { popup?: boolean }?]
    ): Promise<BridgeResult<M>> {
      if (!listed.includes(method)) {
        onUndeclared(method);
        return refused(bridgeErrorCode.undeclared, "undeclared: the release doesn't list this method (`bridge`)");
      }
      const { acts } = bridgeTable[method];
      // A cancellation, which screens ignore.
      if (acts && life.isOver()) return refused(bridgeErrorCode.unavailable, 'cancel: the user has left the screen');
      // Read at the timeout, when the visit may be over.
      const boundOptions = {
        get popup() {
          return options?.popup === true && !life.isOver();
        },
      };
      // The caller's own arguments, handed on.
      const call = bridge.call as (...args: readonly unknown[]) => Promise<BridgeResult<M>>;
      const result = await call(method, params, boundOptions);
      if (result.ok) return withoutToken(method, result);
      const isLacking = result.error.code === bridgeErrorCode.unsupported;
      if (isLacking && acts && !life.isOver() && isOutdatedApp(services, edge)) onOutdatedApp();
      return result;
    },
  };
}

/** No remote gets the access token. */
function withoutToken<Result extends { data: unknown }>(method: BridgeMethod, result: Result): Result {
  return method === 'getUserInfo' && isRecord(result.data)
    ? { ...result, data: { ...result.data, accessToken: '' } }
    : result;
}

function frozen(host: HostServices): HostServices {
  for (const service of Object.values(host)) Object.freeze(service);
  return Object.freeze(host);
}

const text = v.string();
/** Return values are checked at the call. */
const callback = <Callback>() => v.custom<Callback>((value) => typeof value === 'function');
const whole = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.object(entries), v.transform(withoutUndefined));

const headerSchema = whole({
  title: v.optional(text),
  tabs: v.optional(
    v.object({
      labels: v.array(text),
      selected: v.pipe(v.number(), v.integer()),
      onSelect: callback<(index: number) => void>(),
    }),
  ),
  share: v.optional(v.boolean()),
  right: v.optional(v.object({ label: text, onPress: callback<() => void>() })),
  tone: v.optional(headerToneSchema),
  overlay: v.optional(v.boolean()),
});

const dialogSchema = whole({
  title: text,
  description: v.optional(text),
  confirm: text,
  cancel: v.optional(text),
  danger: v.optional(v.boolean()),
  tone: v.optional(headerToneSchema),
});

/** Numbers become strings, as in an address; `undefined` removes a parameter of the page context. */
const querySchema = v.record(text, v.optional(v.union([text, v.pipe(v.number(), v.transform(String))])));

const shareSchema = whole({
  title: text,
  description: text,
  path: text,
  query: v.optional(querySchema),
  image: v.optional(text),
  landing: v.picklist(['activity', 'report']),
  before: v.optional(callback<NonNullable<ShareParameters['before']>>()),
  onShared: v.optional(callback<NonNullable<ShareParameters['onShared']>>()),
});

/** All that an invalid title costs is the title. */
function fittingParts(schema: v.GenericSchema, value: unknown): object {
  const wrong = v.safeParse(schema, value).issues?.map(({ path }) => path?.[0].key);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !wrong?.includes(name))) : {};
}

type Defined<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };
function withoutUndefined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<Value>; // fewer keys
}
