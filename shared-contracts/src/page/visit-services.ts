import type { ComponentType } from 'react';
import { bridgeErrorCode } from '../contract/bridge-messages.ts';
import type { BridgeMethod } from '../contract/bridge-methods.ts';
import type {
  BridgeResult,
  BridgeService,
  DialogProps,
  HostServices,
  Permission,
  Store,
} from '../contract/host-services.ts';

type VisitLifetime = ReturnType<typeof createVisitLifetime>;

/** From a screen's mounting until it is left or fails. */
export function createVisitLifetime() {
  const registered = new Set<() => void>();
  const controller = new AbortController();
  const { signal } = controller;
  const ended: Store<boolean> = {
    getState: () => signal.aborted,
    subscribe(listener) {
      signal.addEventListener('abort', listener);
      return () => signal.removeEventListener('abort', listener);
    },
  };
  return {
    ended,
    signal,
    /** Does nothing after the visit. @returns undoes it */
    keep(register: () => () => void): () => void {
      if (signal.aborted) return () => undefined;
      const undo = register();
      const unregister = () => {
        if (registered.delete(unregister)) undo();
      };
      registered.add(unregister);
      return unregister;
    },
    end() {
      if (signal.aborted) return;
      controller.abort();
      for (const unregister of [...registered].reverse()) unregister();
    },
  };
}

interface VisitParts {
  lifetime: VisitLifetime;
  /** Whether the screen belongs to the same remote, which may report an ended visit's results. */
  remoteIsShown: () => boolean;
  Dialog: ComponentType<DialogProps>;
  /** Listed methods; `null`: any. */
  methods: readonly string[] | null;
  onUndeclared: (method: string) => void;
}

/** Registrations of one kind. More is a loop or a leak: the oldest is undone. */
export const REGISTERED_AT_MOST = 100;

/** The user sees these, so they are refused after a visit. */
const ACTING_METHODS: ReadonlySet<BridgeMethod> = new Set([
  'choosePhotos',
  'share',
  'openWebView',
  'login',
  'addDevice',
  'setHeader',
  'closePage',
]);

/** A cancellation, which screens ignore. */
const cancelled = {
  ok: false,
  error: { code: bridgeErrorCode.unavailable, errMessage: 'cancel: the user has left the screen' },
} as const;

const undeclared = {
  ok: false,
  error: {
    code: bridgeErrorCode.undeclared,
    errMessage: "undeclared: the release doesn't list this method (`bridge`)",
  },
} as const;

/**
 * A remote's services for one visit, frozen. At its end registrations are undone, and later navigation, dialogs and
 * native pages are ignored. Calls continue, so no save is lost; toasts appear only on a screen of the same remote.
 */
export function bindToVisit(services: HostServices, parts: VisitParts): HostServices {
  const { lifetime, remoteIsShown, Dialog } = parts;
  const { session, feedback, navigation, header, sharing, external, windows } = services;
  const isOver = lifetime.ended.getState;
  const unlessEnded =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      if (!isOver()) act(...args);
    };
  const undoneAtEnd = <Input>(register: (input: Input) => () => void) => {
    const active = new Set<() => void>();
    return (input: Input): (() => void) => {
      const undo = lifetime.keep(() => register(input));
      const unregister = () => {
        active.delete(unregister);
        undo();
      };
      active.add(unregister);
      const [oldest] = active;
      if (active.size > REGISTERED_AT_MOST) oldest?.();
      return unregister;
    };
  };
  const boundStore = <Value>({ getState, subscribe }: Store<Value>): Store<Value> => ({
    getState,
    subscribe: (listener) => lifetime.keep(() => subscribe(listener)),
  });

  return frozen({
    ...services,
    skin: boundStore(services.skin),
    visibility: boundStore(services.visibility),
    windows: { ...windows, ...boundStore(windows) },
    session: {
      ...boundStore(session),
      require: async (access) => (isOver() ? currentPermission(services) : session.require(access)),
      bindFridge: async () => (isOver() ? undefined : session.bindFridge()),
    },
    feedback: {
      Dialog,
      toast(text) {
        if (!isOver() || remoteIsShown()) feedback.toast(text);
      },
      confirm: (content) =>
        new Promise((resolve) => {
          if (isOver()) return resolve(false);
          const unregister = lifetime.keep(() => () => resolve(false));
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
      opens: navigation.opens,
      hrefOf: navigation.hrefOf,
      push: unlessEnded(navigation.push),
      replace: unlessEnded(navigation.replace),
      back: unlessEnded(navigation.back),
      guard: undoneAtEnd(navigation.guard),
    },
    header: { set: undoneAtEnd(header.set) },
    sharing: {
      prepare: undoneAtEnd(sharing.prepare),
      share: async () => (isOver() ? undefined : sharing.share()),
      openLanding: unlessEnded(sharing.openLanding),
    },
    // `true`: nothing to report.
    external: {
      openCoupon: async () => isOver() || external.openCoupon(),
      openShop: async () => isOver() || external.openShop(),
    },
    bridge: boundBridge(services.bridge, parts),
  });
}

/** Nothing may open after a visit, but its save continues. */
function currentPermission({ session, environment }: HostServices): Permission {
  const { status, userId, mobile, homeId, fridge } = session.getState();
  if (!environment.inApp || status !== 'user' || fridge === null) return { allowed: false, reason: 'visitEnded' };
  return { allowed: true, household: { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId } };
}

function boundBridge(bridge: BridgeService, { lifetime, methods, onUndeclared }: VisitParts): BridgeService {
  const isListed = (method: string) => methods === null || methods.includes(method);
  const isOver = lifetime.ended.getState;
  return {
    supports: (method) => isListed(method) && bridge.supports(method),
    call<M extends BridgeMethod>(
      method: M,
      ...[params, options]: [unknown?, { popup?: boolean }?]
    ): Promise<BridgeResult<M>> {
      if (!isListed(method)) {
        onUndeclared(method);
        return Promise.resolve(undeclared);
      }
      if (isOver() && ACTING_METHODS.has(method)) return Promise.resolve(cancelled);
      // Read at the timeout, when the visit may be over.
      const boundOptions = {
        get popup() {
          return options?.popup === true && !isOver();
        },
      };
      // The caller's own arguments, handed on.
      const call = bridge.call as (
        method: M,
        params?: unknown,
        options?: { popup?: boolean },
      ) => Promise<BridgeResult<M>>;
      return call(method, params, boundOptions);
    },
  };
}

function frozen(host: HostServices): HostServices {
  for (const service of Object.values(host)) Object.freeze(service);
  return Object.freeze(host);
}
