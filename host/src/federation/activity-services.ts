import * as v from 'valibot';
import type {
  DialogContent,
  FeedbackService,
  HeaderService,
  HeaderState,
  HostServices,
  NavigationService,
  Query,
  ShareParameters,
  Store,
} from '@fridge/shared-contracts';
import {
  type Address,
  bindToVisit,
  createVisitLifetime,
  type FailurePhase,
  type FailureReason,
  headerToneSchema,
  type RouteMatch,
} from '@fridge/shared-contracts/page';
import type { ReadableStore } from '../lib/read-store.ts';
import type { Platform } from '../platform/create-platform.ts';
import { logInDevelopment } from './failures.ts';

/** A screen's visit; `number` is unique. */
export type ScreenVisit = Address & { readonly number: number };

export interface ServiceParts {
  platform: Pick<Platform, 'services' | 'visitServices' | 'requestsFor' | 'sharingFor' | 'tracker'>;
  visit: ReadableStore<ScreenVisit>;
  remoteShown: () => string | null;
  navigation: Omit<NavigationService, 'query'>;
  header: HeaderService;
  feedback: Pick<FeedbackService, 'toast' | 'confirm'>;
  dialogOf: (ended: Store<boolean>) => FeedbackService['Dialog'];
  dismissDialogs: () => void;
}

export type ServedScreen = { host: HostServices; end: () => void };

/** Services end with their visit, or by `end`. */
export type ServeActivity = (match: Pick<RouteMatch, 'name' | 'remote'>, visit: ScreenVisit) => ServedScreen;

/** A frozen object per screen. Invalid arguments do nothing and are reported once. Registrations end with the visit. */
export function createActivityServices(parts: ServiceParts): ServeActivity {
  const { platform, visit, navigation, header, feedback } = parts;
  const reported = new Set<string>();
  return ({ name, remote }, own) => {
    const { version, calls, publicParameters } = remote;
    const release = { name, version, calls, publicParameters };
    const report = (phase: FailurePhase, reason: FailureReason, ...details: readonly unknown[]) => {
      platform.tracker.reportFailure({ remote: name, version, phase, reason });
      logInDevelopment(...details);
    };
    const reportOnce = (kind: string, ...failure: Parameters<typeof report>) => {
      const key = `${name} ${version} ${kind}`;
      if (!reported.has(key)) report(...failure);
      reported.add(key);
    };
    const refuse = (phase: FailurePhase, value: unknown) =>
      reportOnce(
        phase,
        phase,
        'malformed',
        `${name} handed over a value that doesn't fit the contract (${phase}):`,
        value,
      );
    const refuseRegistration = (phase: FailurePhase, value: unknown) => {
      refuse(phase, value);
      return () => undefined;
    };
    const onUndeclared = (method: string) =>
      reportOnce(
        `bridge ${method}`,
        'call',
        'undeclared',
        `${name} calls ${method} of the app, which its release doesn't list (\`bridge\`).`,
      );

    const lifetime = createVisitLifetime();
    const remoteIsShown = () => parts.remoteShown() === name;
    const toast = (text: string) => {
      if (!lifetime.ended.getState() || remoteIsShown()) feedback.toast(text);
    };
    let { query } = own;
    const stopFollowing = visit.subscribe((now) => {
      if (now.number === own.number) ({ query } = now);
      else end();
    });
    const end = () => {
      stopFollowing();
      if (lifetime.ended.getState()) return;
      lifetime.end();
      parts.dismissDialogs();
    };
    if (visit.getState().number !== own.number) end();

    const go =
      (how: 'push' | 'replace'): NavigationService['push'] =>
      (path, parameters) => {
        const read = readQuery(parameters);
        if (typeof path !== 'string' || read.wrong) refuse('shell', { path, parameters });
        if (typeof path === 'string') navigation[how](path, read.value);
      };
    const questionOf = (ask: () => unknown): unknown => {
      try {
        return ask();
      } catch (error) {
        report('callback', 'threw', error);
        return null;
      }
    };
    const sharing = platform.sharingFor(release);
    const Dialog = parts.dialogOf(lifetime.ended);
    const services: HostServices = {
      ...platform.services,
      ...platform.visitServices({ isOver: lifetime.ended.getState, toast }),
      requests: platform.requestsFor(release, toast),
      navigation: {
        get query() {
          return query;
        },
        push: go('push'),
        replace: go('replace'),
        back: () => navigation.back(),
        opens: (path) => typeof path === 'string' && navigation.opens(path),
        hrefOf(path, parameters) {
          if (typeof path === 'string') return navigation.hrefOf(path, readQuery(parameters).value);
          refuse('shell', path);
          return navigation.hrefOf('/');
        },
        guard(ask) {
          if (typeof ask !== 'function') return refuseRegistration('shell', ask);
          return navigation.guard(() => {
            const question = questionOf(ask);
            const content = question === null ? null : readDialogContent(question);
            if (question !== null && content === null) refuse('shell', question);
            return content;
          });
        },
      },
      header: {
        set(state) {
          const read = readHeaderState(state);
          if (read.wrong) refuse('shell', state);
          return header.set(read.value);
        },
      },
      feedback: {
        Dialog,
        toast(text) {
          if (typeof text === 'string') feedback.toast(text);
          else refuse('shell', text);
        },
        confirm(content) {
          const read = readDialogContent(content);
          if (read) return feedback.confirm(read);
          refuse('shell', content);
          return Promise.resolve(false);
        },
      },
      sharing: {
        prepare(parameters) {
          const read = readShareParameters(parameters);
          return read ? sharing.prepare(read) : refuseRegistration('share', parameters);
        },
        share: () => sharing.share(),
        openLanding: (variant) => sharing.openLanding(variant === 'report' ? 'report' : 'activity'),
      },
    };
    return {
      host: bindToVisit(services, { lifetime, remoteIsShown, Dialog, methods: remote.bridge, onUndeclared }),
      end,
    };
  };
}

/** Schemas of values from remotes: an invalid one would fail in the host's rendering. */
const text = v.string();
/** Return values are checked at the call. */
const callback = <Callback>() => v.custom<Callback>((value) => typeof value === 'function');

const headerSchema = v.object({
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

const dialogSchema = v.object({
  title: text,
  description: v.optional(text),
  confirm: text,
  cancel: v.optional(text),
  danger: v.optional(v.boolean()),
  tone: v.optional(headerToneSchema),
});

const querySchema = v.record(v.string(), v.optional(text));

const shareSchema = v.object({
  title: text,
  description: text,
  path: text,
  query: v.optional(querySchema),
  image: v.optional(text),
  landing: v.picklist(['activity', 'report']),
  before: v.optional(callback<NonNullable<ShareParameters['before']>>()),
  onShared: v.optional(callback<NonNullable<ShareParameters['onShared']>>()),
});

type Read<Value> = { value: Value; wrong: boolean };

/** Each part is read separately: an invalid title keeps the share icon. */
function readHeaderState(state: unknown): Read<HeaderState> {
  const read = v.safeParse(headerSchema, state);
  if (read.success) return { value: withoutUndefined(read.output), wrong: false };
  if (typeof state !== 'object' || state === null) return { value: {}, wrong: true };
  const wrongParts = new Set(read.issues.map((issue) => issue.path?.[0]?.key));
  const rest = Object.fromEntries(Object.entries(state).filter(([part]) => !wrongParts.has(part)));
  const second = v.safeParse(headerSchema, rest);
  return { value: second.success ? withoutUndefined(second.output) : {}, wrong: true };
}

function readDialogContent(content: unknown): DialogContent | null {
  const read = v.safeParse(dialogSchema, content);
  return read.success ? withoutUndefined(read.output) : null;
}

function readShareParameters(parameters: unknown): ShareParameters | null {
  const read = v.safeParse(shareSchema, parameters);
  return read.success ? withoutUndefined(read.output) : null;
}

/** Numbers become strings, as in an address. */
function readQuery(query: unknown): Read<Query> {
  if (query === undefined) return { value: {}, wrong: false };
  if (typeof query !== 'object' || query === null) return { value: {}, wrong: true };
  const value: Record<string, string | undefined> = {};
  let wrong = false;
  for (const [name, part] of Object.entries(query)) {
    // `undefined` removes a parameter of the page context.
    if (typeof part === 'string' || part === undefined) value[name] = part;
    else if (typeof part === 'number') value[name] = String(part);
    else wrong = true;
  }
  return { value, wrong };
}

function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const definedEntries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(definedEntries) as { [Key in keyof Value]: Exclude<Value[Key], undefined> }; // the same keys, fewer of them
}
