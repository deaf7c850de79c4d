import type {
  FailurePhase, FailureReason, FeedbackService, HeaderService, HostServices, NavigationService, RouteMatch, SharingService,
} from '@fridge/shared-contracts';
import type { Platform, ServedRelease } from '../platform/platform.ts';
import { logInDevelopment } from './failures.ts';
import { readDialogContent, readHeaderState, readQuery, readShareParameters } from './remote-values.ts';

export interface ServiceParts {
  platform: Pick<Platform, 'services' | 'requestsFor' | 'sharingFor' | 'tracker'>;
  navigation: NavigationService;
  header: HeaderService;
  feedback: FeedbackService;
}

/** Makes the services of one release. */
export type ServeActivity = (match: Pick<RouteMatch, 'name' | 'remote'>) => HostServices;

/**
 * The services that each remote gets: exactly the contract's methods, in an object of its own that is frozen with all
 * its members, so that what one remote writes to it reaches nobody else. What a remote hands over is read first; a
 * wrong value does nothing and leaves one event.
 */
export function createActivityServices({ platform, navigation, header, feedback }: ServiceParts): ServeActivity {
  return ({ name, remote }) => {
    const release: ServedRelease = { name, version: remote.version, calls: remote.calls, publicParameters: remote.publicParameters };
    const refuse: Refuse = (phase, given) => {
      platform.tracker.reportFailure({ remote: name, version: remote.version, phase, reason: 'malformed' });
      logInDevelopment(`${name} handed over a value that doesn't fit the contract (${phase}):`, given);
    };
    const report = (phase: FailurePhase, reason: FailureReason, error: unknown) => {
      platform.tracker.reportFailure({ remote: name, version: remote.version, phase, reason });
      logInDevelopment(error);
    };
    return Object.freeze({
      ...platform.services,
      requests: Object.freeze(platform.requestsFor(release)),
      navigation: checkedNavigation(navigation, refuse, report),
      header: checkedHeader(header, refuse),
      feedback: checkedFeedback(feedback, refuse),
      sharing: checkedSharing(platform.sharingFor(release), refuse),
    });
  };
}

type Refuse = (phase: FailurePhase, given: unknown) => void;
type Report = (phase: FailurePhase, reason: FailureReason, error: unknown) => void;

const nothing = () => undefined;

function checkedNavigation(navigation: NavigationService, refuse: Refuse, report: Report): NavigationService {
  const go = (how: 'push' | 'replace'): NavigationService['push'] => (path, query) => {
    const read = readQuery(query);
    if (typeof path !== 'string' || read.wrong) refuse('shell', { path, query });
    if (typeof path === 'string') navigation[how](path, read.value);
  };
  return Object.freeze({
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
    onBack(handle) {
      if (typeof handle !== 'function') return refused(refuse, handle);
      return navigation.onBack(() => called(() => handle() === true, false, report));
    },
    guard(question) {
      if (typeof question !== 'function') return refused(refuse, question);
      return navigation.guard(() => {
        const asked: unknown = called(question, null, report);
        const content = asked === null ? null : readDialogContent(asked);
        if (asked !== null && content === null) refuse('shell', asked);
        return content;
      });
    },
  } satisfies NavigationService);
}

function checkedHeader(header: HeaderService, refuse: Refuse): HeaderService {
  return Object.freeze({
    set(state) {
      const read = readHeaderState(state);
      if (read.wrong) refuse('shell', state);
      return header.set(read.value);
    },
  } satisfies HeaderService);
}

function checkedFeedback(feedback: FeedbackService, refuse: Refuse): FeedbackService {
  return Object.freeze({
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
  } satisfies FeedbackService);
}

function checkedSharing(sharing: SharingService, refuse: Refuse): SharingService {
  return Object.freeze({
    prepare(parameters) {
      const read = readShareParameters(parameters);
      return read ? sharing.prepare(read) : refused(refuse, parameters, 'share');
    },
    share: () => sharing.share(),
    openLanding: (variant) => sharing.openLanding(variant === 'report' ? 'report' : 'activity'),
  } satisfies SharingService);
}

/** Takes note of a value that can't be used; there is nothing to take back. */
function refused(refuse: Refuse, given: unknown, phase: FailurePhase = 'shell'): () => void {
  refuse(phase, given);
  return nothing;
}

/** What a remote's function answers, or something harmless where it throws. */
function called<Value>(work: () => Value, otherwise: Value, report: Report): Value {
  try {
    return work();
  } catch (error) {
    report('callback', 'threw', error);
    return otherwise;
  }
}
