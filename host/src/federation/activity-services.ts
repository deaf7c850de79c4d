import type {
  FeedbackService,
  HeaderService,
  HostServices,
  NavigationService,
  SharingService,
  Store,
} from '@fridge/shared-contracts';
import {
  type Address,
  bindToVisit,
  createVisitLifetime,
  type FailurePhase,
  type FailureReason,
  type RouteMatch,
} from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../lib/read-store.ts';
import type { Platform } from '../platform/create-platform.ts';
import type { ServedRelease } from '../platform/requests/requests.ts';
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
    const release: ServedRelease = { name, version: remote.version, calls: remote.calls, publicParameters: remote.publicParameters };
    const refuse: Refuse = (phase, value) => {
      const kind = `${name} ${remote.version} ${phase}`;
      if (!reported.has(kind)) platform.tracker.reportFailure({ remote: name, version: remote.version, phase, reason: 'malformed' });
      reported.add(kind);
      logInDevelopment(`${name} handed over a value that doesn't fit the contract (${phase}):`, value);
    };
    const report = (phase: FailurePhase, reason: FailureReason, error: unknown) => {
      platform.tracker.reportFailure({ remote: name, version: remote.version, phase, reason });
      logInDevelopment(error);
    };
    const onUndeclared = (method: string) => {
      const kind = `${name} ${remote.version} bridge ${method}`;
      if (reported.has(kind)) return;
      reported.add(kind);
      report('call', 'undeclared', `${name} calls ${method} of the app, which its release doesn't list (\`bridge\`).`);
    };

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

    const ownNavigation: NavigationService = {
      ...navigation,
      get query() {
        return query;
      },
    };
    const Dialog = parts.dialogOf(lifetime.ended);
    const services: HostServices = {
      ...platform.services,
      ...platform.visitServices({ isOver: lifetime.ended.getState, toast }),
      requests: platform.requestsFor(release, toast),
      navigation: checkedNavigation(ownNavigation, refuse, report),
      header: checkedHeader(header, refuse),
      feedback: checkedFeedback({ ...feedback, Dialog }, refuse),
      sharing: checkedSharing(platform.sharingFor(release), refuse),
    };
    return { host: bindToVisit(services, { lifetime, remoteIsShown, Dialog, methods: remote.bridge, onUndeclared }), end };
  };
}

type Refuse = (phase: FailurePhase, value: unknown) => void;
type Report = (phase: FailurePhase, reason: FailureReason, error: unknown) => void;

function checkedNavigation(navigation: NavigationService, refuse: Refuse, report: Report): NavigationService {
  const go = (how: 'push' | 'replace'): NavigationService['push'] => (path, query) => {
    const read = readQuery(query);
    if (typeof path !== 'string' || read.wrong) refuse('shell', { path, query });
    if (typeof path === 'string') navigation[how](path, read.value);
  };
  return {
    get query() {
      return navigation.query;
    },
    push: go('push'),
    replace: go('replace'),
    back: () => navigation.back(),
    opens: (path) => typeof path === 'string' && navigation.opens(path),
    hrefOf(path, query) {
      if (typeof path === 'string') return navigation.hrefOf(path, readQuery(query).value);
      refuse('shell', path);
      return navigation.hrefOf('/');
    },
    guard(question) {
      if (typeof question !== 'function') return rejectRegistration(refuse, question);
      return navigation.guard(() => {
        const answer: unknown = callSafely(question, null, report);
        const content = answer === null ? null : readDialogContent(answer);
        if (answer !== null && content === null) refuse('shell', answer);
        return content;
      });
    },
  };
}

function checkedHeader(header: HeaderService, refuse: Refuse): HeaderService {
  return {
    set(state) {
      const read = readHeaderState(state);
      if (read.wrong) refuse('shell', state);
      return header.set(read.value);
    },
  };
}

function checkedFeedback(feedback: FeedbackService, refuse: Refuse): FeedbackService {
  return {
    Dialog: feedback.Dialog,
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
  };
}

function checkedSharing(sharing: SharingService, refuse: Refuse): SharingService {
  return {
    prepare(parameters) {
      const read = readShareParameters(parameters);
      return read ? sharing.prepare(read) : rejectRegistration(refuse, parameters, 'share');
    },
    share: () => sharing.share(),
    openLanding: (variant) => sharing.openLanding(variant === 'report' ? 'report' : 'activity'),
  };
}

function rejectRegistration(refuse: Refuse, value: unknown, phase: FailurePhase = 'shell'): () => void {
  refuse(phase, value);
  return () => undefined;
}

function callSafely<Value>(work: () => Value, fallback: Value, report: Report): Value {
  try {
    return work();
  } catch (error) {
    report('callback', 'threw', error);
    return fallback;
  }
}
