import type {
  FeedbackService, HeaderService, HostServices, NavigationService, Store,
} from '@fridge/shared-contracts';
import {
  type Address, bindToVisit, createVisitLifetime, type FailurePhase, type FailureReason, type RouteMatch,
} from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../lib/read-store.ts';
import type { Platform } from '../platform/create-platform.ts';
import { logInDevelopment } from './failures.ts';
import { readDialogContent, readHeaderState, readQuery, readShareParameters } from './remote-values.ts';

/** A screen's visit; `number` is unique. */
export type ScreenVisit = Address & { readonly number: number };

export interface ServiceParts {
  platform: Pick<Platform, 'services' | 'visitServices' | 'requestsFor' | 'sharingFor' | 'tracker'>;
  visit: ReadableStore<ScreenVisit>;
  remoteAt: (path: string) => string | null;
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
      reportOnce(phase, phase, 'malformed', `${name} handed over a value that doesn't fit the contract (${phase}):`, value);
    const refuseRegistration = (phase: FailurePhase, value: unknown) => {
      refuse(phase, value);
      return () => undefined;
    };
    const onUndeclared = (method: string) =>
      reportOnce(`bridge ${method}`, 'call', 'undeclared', `${name} calls ${method} of the app, which its release doesn't list (\`bridge\`).`);

    const lifetime = createVisitLifetime();
    const remoteIsShown = () => parts.remoteAt(visit.getState().path) === name;
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

    const go = (how: 'push' | 'replace'): NavigationService['push'] => (path, parameters) => {
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
    return { host: bindToVisit(services, { lifetime, remoteIsShown, Dialog, methods: remote.bridge, onUndeclared }), end };
  };
}
