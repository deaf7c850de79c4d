import type { ComponentType } from 'react';
import { bridgeErrorCode } from '../contract/bridge-messages.ts';
import type { BridgeMethod } from '../contract/bridge-methods.ts';
import type { BridgeResult, BridgeService, DialogProps, HostServices, Permission } from '../contract/host-services.ts';
import type { Store } from '../contract/store.ts';

/** From a screen's mounting until it is left or fails. */
export interface VisitLifetime {
  readonly ended: Store<boolean>;
  readonly signal: AbortSignal;
  /** Does nothing after the visit. @returns undoes it */
  keep(register: () => () => void): () => void;
  end(): void;
}

export function createVisitLifetime(): VisitLifetime {
  const registered = new Set<() => void>();
  const listeners = new Set<() => void>();
  const controller = new AbortController();
  const { signal } = controller;
  return {
    ended: {
      getState: () => signal.aborted,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    signal,
    keep(register) {
      if (signal.aborted) return () => undefined;
      const undo = register();
      const takeBack = () => {
        if (registered.delete(takeBack)) undo();
      };
      registered.add(takeBack);
      return takeBack;
    },
    end() {
      if (signal.aborted) return;
      controller.abort();
      for (const takeBack of [...registered].reverse()) takeBack();
      for (const listener of listeners) listener();
    },
  };
}

export interface VisitParts {
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
const ACTING_METHODS: ReadonlySet<BridgeMethod> = new Set(['choosePhotos', 'share', 'openWebView', 'login', 'addDevice', 'setHeader', 'closePage']);

/** A cancellation, which screens ignore. */
const left = { ok: false, error: { code: bridgeErrorCode.unavailable, errMessage: 'cancel: the user has left the screen' } } as const;

const undeclared = {
  ok: false,
  error: { code: bridgeErrorCode.undeclared, errMessage: "undeclared: the release doesn't list this method (`bridge`)" },
} as const;

/**
 * A remote's services for one visit, frozen. At its end registrations are undone, and later navigation, dialogs and
 * native pages are ignored. Calls continue, so no save is lost; toasts appear only on a screen of the same remote.
 */
export function bindToVisit(services: HostServices, parts: VisitParts): HostServices {
  const { lifetime, remoteIsShown, Dialog } = parts;
  const { session, feedback, navigation, header, sharing, external, windows } = services;
  const isOver = lifetime.ended.getState;
  const whileHere = <Args extends readonly unknown[]>(act: (...args: Args) => void) => (...args: Args): void => {
    if (!isOver()) act(...args);
  };
  const kept = <Given>(register: (given: Given) => () => void) => {
    const standing = new Set<() => void>();
    return (given: Given): (() => void) => {
      const undo = lifetime.keep(() => register(given));
      const takeBack = () => {
        standing.delete(takeBack);
        undo();
      };
      standing.add(takeBack);
      const [oldest] = standing;
      if (standing.size > REGISTERED_AT_MOST) oldest?.();
      return takeBack;
    };
  };
  const followed = <Value>({ getState, subscribe }: Store<Value>): Store<Value> => ({ getState, subscribe: (listener) => lifetime.keep(() => subscribe(listener)) });

  return frozen({
    ...services,
    skin: followed(services.skin),
    visibility: followed(services.visibility),
    windows: { ...windows, ...followed(windows) },
    session: {
      ...followed(session),
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
          const answered = lifetime.keep(() => () => resolve(false));
          void feedback.confirm(content).then((agreed) => {
            resolve(agreed);
            answered();
          });
        }),
    },
    navigation: {
      get query() {
        return navigation.query;
      },
      opens: navigation.opens,
      hrefOf: navigation.hrefOf,
      push: whileHere(navigation.push),
      replace: whileHere(navigation.replace),
      back: whileHere(navigation.back),
      guard: kept(navigation.guard),
    },
    header: { set: kept(header.set) },
    sharing: {
      prepare: kept(sharing.prepare),
      share: async () => (isOver() ? undefined : sharing.share()),
      openLanding: whileHere(sharing.openLanding),
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
      if (isOver() && ACTING_METHODS.has(method)) return Promise.resolve(left);
      // Read at the timeout, when the visit may be over.
      const stillAsked = {
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
      return call(method, params, stillAsked);
    },
  };
}

function frozen(host: HostServices): HostServices {
  for (const service of Object.values(host)) Object.freeze(service);
  return Object.freeze(host);
}
