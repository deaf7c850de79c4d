import {
  type FeedbackService,
  fill,
  type HeaderService,
  type HostServices,
  type NavigationService,
  type Store,
} from '@fridge/shared-contracts';
import {
  bindToVisit,
  createScreenLife,
  type FailurePhase,
  type FailureReason,
  type RouteMatch,
} from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { Platform } from '../platform/create-platform.ts';
import type { FailureLog } from './failures.ts';
import type { ScreenChange, ScreenVisit } from './screen-change.ts';
import { thrownAt } from './thrown-at.ts';

export interface ServiceParts {
  platform: Platform;
  failures: FailureLog;
  screens: ScreenChange;
  navigation: Omit<NavigationService, 'query'>;
  header: HeaderService;
  feedback: Omit<FeedbackService, 'Dialog'>;
  dialogOf: (ended: Store<boolean>) => FeedbackService['Dialog'];
  dismissDialogs: () => void;
}

export type ServeActivity = ReturnType<typeof createActivityServices>;

/**
 * The host's services for each screen, which end with its visit, or by `end`; each kind of invalid value is reported
 * once.
 */
export function createActivityServices(parts: ServiceParts) {
  const { platform, failures, screens, feedback } = parts;
  const visit = screens.current;
  return ({ name, remote }: Pick<RouteMatch, 'name' | 'remote'>, own: ScreenVisit) => {
    const { version } = remote;
    const reportOnce = (phase: FailurePhase, reason: FailureReason, text: string, ...values: readonly unknown[]) => {
      if (failures.isFirst(text)) failures.report({ remote: name, version, phase, reason }, text, ...values);
    };
    const life = createScreenLife(feedback.toast, () => screens.remoteShown() === name);
    const { isOver, toast, keep, end } = life;
    let { query } = own;
    keep(() => parts.dismissDialogs);
    keep(() =>
      visit.subscribe((now) => {
        if (now.number === own.number) ({ query } = now);
        else end();
      }),
    );
    if (!screens.isCurrent(own)) end();

    const services: HostServices = {
      ...platform.services,
      ...platform.visitServices({ isOver, toast }),
      navigation: {
        ...parts.navigation,
        get query() {
          return query;
        },
      },
      header: parts.header,
      feedback: { Dialog: parts.dialogOf(life.ended), toast, confirm: feedback.confirm },
      sharing: platform.sharingFor({ name, ...remote }),
    };
    const host = bindToVisit(services, {
      life,
      calls: remote.calls,
      methods: remote.bridge,
      requires: remote.requires,
      onUndeclared: (what) =>
        reportOnce('call', 'undeclared', `${name} calls ${what}, which its release doesn't list.`),
      onMalformed: (phase, value) =>
        reportOnce(phase, 'malformed', `${name} handed over a value that doesn't fit the contract (${phase}):`, value),
      onOutdatedApp: () =>
        void feedback.confirm({
          title: copy['host.remote.incompatible.title'],
          description: fill(copy['host.remote.incompatible.desc']),
          confirm: copy['host.native.timeout.button'],
        }),
      onThrow: (error) => {
        const thrown = thrownAt(error, remote.entry);
        failures.report({ remote: name, version, phase: 'callback', reason: 'threw', ...thrown }, error);
      },
    });
    return { host, end };
  };
}
