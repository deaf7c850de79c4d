import * as v from 'valibot';
import { bridgeErrorCode } from '../contract/bridge-error-code.ts';
import { type BridgeMethod, bridgeMethods, bridgeTable } from '../contract/bridge.ts';
import { callId, isProductCall } from '../contract/calls.ts';
import { text } from '../contract/fields.ts';
import type {
  BridgeResult,
  CallResult,
  Environment,
  HostServices,
  Permission,
  RequestService,
  Session,
  Store,
} from '../contract/host-services.ts';
import {
  type Asked,
  askedSchema,
  callback,
  dialogSchema,
  headerSchema,
  type Query,
  querySchema,
  shareSchema,
} from '../contract/screen-values.ts';
import { commonCopy } from '../copy/common.ts';
import { isRecord } from './settings.ts';
import type { FailurePhase } from './tracking.ts';

/** Registrations of one kind. More is a loop or a leak: the oldest is undone. */
export const REGISTERED_AT_MOST = 100;

/**
 * From a screen's mounting until it is left or fails.
 * @param remoteIsShown whether the screen on show is of the same remote, which may tell what came of an ended visit
 */
export function createScreenLife(toast: (text: string) => void, remoteIsShown: () => boolean) {
  const controller = new AbortController();
  const { signal } = controller;
  const isOver = () => signal.aborted;
  const subscribe = (listener: () => void) => {
    signal.addEventListener('abort', listener);
    return () => signal.removeEventListener('abort', listener);
  };
  return {
    ended: { getState: isOver, subscribe },
    isOver,
    signal,
    toast(message: string) {
      if (!isOver() || remoteIsShown()) toast(message);
    },
    /** Does nothing after the visit. @param kind those of its kind, where they are limited. @returns undoes it */
    keep(register: () => () => void, kind = new Set<() => void>()): () => void {
      if (isOver()) return () => undefined;
      const undo = register();
      const unregister = () => {
        stopListening();
        if (kind.delete(unregister)) undo();
      };
      const stopListening = subscribe(unregister);
      kind.add(unregister);
      const [oldest] = kind;
      if (kind.size > REGISTERED_AT_MOST) oldest?.();
      return unregister;
    },
    end: () => controller.abort(),
  };
}

interface Edge {
  life: ReturnType<typeof createScreenLife>;
  /** That the release lists; `null`: all calls of the product, and any method. */
  calls: readonly string[] | null;
  methods: readonly string[] | null;
  /** Methods without which it can't work. */
  requires: readonly string[];
  /** @param what a call or a method */
  onUndeclared: (what: string) => void;
  /** A value doesn't fit the contract: it does nothing. */
  onMalformed: (phase: FailurePhase, value: unknown) => void;
  /** The user acts in an app that lacks a required method. */
  onOutdatedApp: () => void;
  /** A guard's question or a call's progress threw. */
  onThrow: (error: unknown) => void;
}

/**
 * A remote's services for one visit, frozen. What it passes is checked here, since a remote may lack the contract's
 * types. At the visit's end registrations are undone, and later navigation, dialogs and native pages are ignored. Calls
 * continue, so no save is lost.
 */
export function bindToVisit(services: HostServices, edge: Edge): HostServices {
  const { life, onMalformed } = edge;
  const { isOver, keep } = life;
  const { environment, session, requests, feedback, navigation, header, sharing, external, windows, bridge } = services;

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
  /** All that an invalid title costs is the title. */
  const readParts = <Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output =>
    read(schema, value) ?? v.parse(schema, fittingParts(schema, value));
  const readQuery = (query: Query | undefined) => query && readParts(querySchema, query);

  const safely = <Result>(run: () => Result): Result | null => {
    try {
      return run();
    } catch (error) {
      edge.onThrow(error);
      return null;
    }
  };
  const makeCall = async ({ call, fields, options }: Asked): Promise<CallResult<unknown>> => {
    const id = callId(call);
    if (edge.calls?.includes(id) ?? isProductCall(id)) {
      const { onProgress } = options;
      const progress = onProgress && { onProgress: (sent: number) => void safely(() => onProgress(sent)) };
      return requests.call(call, fields, { ...options, ...progress });
    }
    edge.onUndeclared(id);
    return notMade('undeclared');
  };

  /** Whether the app has answered that it lacks a required method, which the user is told. */
  const findsOutdatedApp = (): boolean => {
    const isOutdated =
      environment.inApp && bridgeMethods.some((method) => edge.requires.includes(method) && !bridge.supports(method));
    if (isOutdated) edge.onOutdatedApp();
    return isOutdated;
  };
  const listed: readonly string[] = edge.methods ?? bridgeMethods;
  const callBridge = async <M extends BridgeMethod>(
    method: M,
    ...[params, options]: [unknown?, { popup?: boolean }?]
  ): Promise<BridgeResult<M>> => {
    if (!listed.includes(method)) {
      edge.onUndeclared(method);
      return refused(bridgeErrorCode.undeclared, "undeclared: the release doesn't list this method (`bridge`)");
    }
    const isAct = bridgeTable[method].acts;
    // A cancellation, which screens ignore.
    if (isAct && isOver()) return refused(bridgeErrorCode.unavailable, 'cancel: the user has left the screen');
    // Read at the timeout, when the visit may be over.
    const boundOptions = {
      get popup() {
        return options?.popup === true && !isOver();
      },
    };
    // The caller's own arguments, handed on.
    const call = bridge.call as (...args: readonly unknown[]) => Promise<BridgeResult<M>>;
    const result = await call(method, params, boundOptions);
    // No remote gets the access token.
    if (result.ok && method === 'getUserInfo' && isRecord(result.data))
      return { ...result, data: { ...result.data, accessToken: '' } };
    if (!result.ok && isAct && !isOver() && result.error.code === bridgeErrorCode.unsupported) findsOutdatedApp();
    return result;
  };

  const registers = <Input>(register: (input: Input) => () => void, readInput: (value: unknown) => Input | null) => {
    const kind = new Set<() => void>();
    return (value: unknown) => {
      const input = readInput(value);
      return input === null ? () => undefined : keep(() => register(input), kind);
    };
  };
  const acts =
    <Result>(act: () => Result, afterVisit: Result) =>
    () =>
      isOver() ? afterVisit : act();
  const boundStore = <Value>({ getState, subscribe }: Store<Value>): Store<Value> => ({
    getState,
    subscribe: (listener) => keep(() => subscribe(listener)),
  });
  const go = (how: 'push' | 'replace') => (path: string, query?: Query) => {
    const to = read(text, path);
    if (to !== null && !isOver()) navigation[how](to, readQuery(query));
  };
  const done = Promise.resolve();
  /** Nothing to report. */
  const opened = Promise.resolve(true);
  const answeredNo = new Promise<false>((resolve) => life.ended.subscribe(() => resolve(false)));

  const bound: HostServices = {
    ...services,
    skin: boundStore(services.skin),
    visibility: boundStore(services.visibility),
    windows: { ...windows, ...boundStore(windows) },
    session: {
      ...boundStore(session),
      async require(access) {
        // Nothing may open after a visit, but its save continues.
        if (isOver()) return permissionOf(environment, session.getState()) ?? { allowed: false, reason: 'visitEnded' };
        return findsOutdatedApp() ? { allowed: false, reason: 'outdatedApp' } : session.require(access);
      },
      bindFridge: acts(session.bindFridge, done),
    },
    requests: {
      call: (async (call: unknown, fields: unknown, options: unknown) => {
        const asked = read(askedSchema, { call, fields, options }, 'call');
        const result = asked ? await makeCall(asked) : notMade('invalid');
        if (!result.ok && !asked?.options.quiet && result.reason !== 'aborted') life.toast(result.message);
        return result;
      }) as RequestService['call'], // the call's schema validates its data
    },
    feedback: {
      Dialog: feedback.Dialog,
      toast(message) {
        const shown = read(text, message);
        if (shown !== null) life.toast(shown);
      },
      async confirm(question) {
        const content = read(dialogSchema, question);
        return content !== null && !isOver() && Promise.race([feedback.confirm(content), answeredNo]);
      },
    },
    navigation: {
      get query() {
        return navigation.query;
      },
      opens: (path) => typeof path === 'string' && navigation.opens(path),
      hrefOf: (path, query) => navigation.hrefOf(read(text, path) ?? '/', readQuery(query)),
      push: go('push'),
      replace: go('replace'),
      back: acts(navigation.back, undefined),
      guard: registers(navigation.guard, (ask) => {
        const question = read(callback<() => unknown>(), ask);
        return question && (() => safely(() => read(v.nullable(dialogSchema), question())));
      }),
    },
    header: { set: registers(header.set, (state) => readParts(headerSchema, state)) },
    sharing: {
      prepare: registers(sharing.prepare, (parameters) => read(shareSchema, parameters, 'share')),
      share: acts(sharing.share, done),
      openLanding(variant) {
        if (!isOver()) sharing.openLanding(variant === 'report' ? 'report' : 'activity');
      },
    },
    external: { openCoupon: acts(external.openCoupon, opened), openShop: acts(external.openShop, opened) },
    bridge: { supports: (method) => listed.includes(method) && bridge.supports(method), call: callBridge },
  };
  for (const service of Object.values(bound)) Object.freeze(service);
  return Object.freeze(bound);
}

/** @returns `null` where the user would have to act */
export function permissionOf(
  { inApp }: Environment,
  { status, userId, mobile, homeId, fridge }: Session,
): Permission | null {
  if (!inApp || status !== 'user' || fridge === null) return null;
  return { allowed: true, household: { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId } };
}

const refused = (code: number, errMessage: string) => ({ ok: false, error: { code, errMessage } }) as const;

const notMade = (reason: 'invalid' | 'undeclared') =>
  ({ ok: false, reason, code: -1, message: commonCopy['common.fallback.toast'] }) as const;

function fittingParts(schema: v.GenericSchema, value: unknown): object {
  const wrong = v.safeParse(schema, value).issues?.map(({ path }) => path?.[0].key);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !wrong?.includes(name))) : {};
}
