import type {
  ActivityContext, BridgeService, DialogContent, Environment, HostServices, Query, RequestService, Session,
  SharingService, Skin, Visibility,
} from '@fridge/shared-contracts';
import type {
  Address, EmbeddedRegistry, FailurePhase, FailureReason, PageContext, RuntimeSettings, TrackingEventName,
  TrackingEvents,
} from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../lib/read-store.ts';

/** What the platform gets from the shell. */
export interface PlatformPorts {
  window: Window;
  /** The first address as `takePersonal` returns it, personal parameters included. */
  address: Address;
  settings: RuntimeSettings;
  /** Both clocks of the server when the page was served; `null` where the page doesn't have them. */
  clock: EmbeddedRegistry['clock'];
  toast(text: string): void;
  confirm(content: DialogContent): Promise<boolean>;
  navigation: {
    push(path: string, query?: Query): void;
    replace(path: string, query?: Query): void;
    location(): { path: string; query: Readonly<Record<string, string>> };
  };
  /** Path of the current route as it is registered, else `unknown`; for usage events. */
  pageName(): string;
  fetch?: typeof fetch;
  random?: Pick<Crypto, 'getRandomValues'>;
  createRequest?: () => XMLHttpRequest;
}

/** A release that services are created for. */
export interface ServedRelease {
  name: string;
  version: string;
  /** The calls it may make; `null`: any call of the product. */
  calls: readonly string[] | null;
  publicParameters: readonly string[];
}

/** A failure for the usage events; a `remote` or `version` that isn't valid is reported as `unknown`. */
export type Failure = { remote: string; version: string; phase: FailurePhase; reason: FailureReason };

export interface Tracker {
  /** Queues one usage event; one that doesn't match its schema is dropped. */
  track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void;
  /** Tracks a failure on the current page and logs it in development. */
  reportFailure(failure: Failure): void;
}

export type ClockHeaders = { get(name: string): string | null };

/** The server's two clocks (architecture, "Time"). */
export interface ServerClock {
  /** Reads the clock headers of an answer; invalid values are ignored. */
  observe(headers: ClockHeaders): void;
  /** The same for an answer that may come from a cache, such as the registry's: it never sets the clock back. */
  observeKept(headers: ClockHeaders): void;
  /** Real time in milliseconds, for signatures; the device's clock until the server's is known. */
  realNow(): number;
  /** Business time in milliseconds, for windows and deadlines; `null` until it is known. */
  businessNow(): number | null;
  /** Offset of business time. */
  readonly offset: ReadableStore<number | null>;
}

/** Services that are the same for every remote: exactly the contract's methods, frozen. */
export type CommonServices = Pick<
  HostServices,
  'context' | 'environment' | 'skin' | 'bridge' | 'tracking' | 'windows' | 'clipboard' | 'visibility'
>;

/** Services that belong to one visit. */
export type VisitServices = Pick<HostServices, 'session' | 'external'>;

/** What the host does for its pages and remotes, apart from drawing: app, session, requests, time, tracking. */
export interface Platform {
  /** With tokens: for the host alone. */
  readonly context: PageContext;
  readonly activityContext: ActivityContext;
  readonly environment: Environment;
  readonly services: CommonServices;
  readonly bridge: BridgeService;
  readonly clock: ServerClock;
  readonly session: ReadableStore<Session>;
  readonly skin: ReadableStore<Skin>;
  readonly visibility: ReadableStore<Visibility>;
  /** Height above the header that the app's status bar covers, CSS px. */
  readonly statusBarHeight: ReadableStore<number>;
  readonly tracker: Tracker;
  /** Signed calls of one release; calls that it doesn't list are refused. @param toast shows why a call failed */
  requestsFor(release: ServedRelease, toast: (text: string) => void): RequestService;
  /** @param isOver whether the user has left. @param toast shows why an action failed */
  visitServices(visit: { isOver: () => boolean; toast: (text: string) => void }): VisitServices;
  /** Sharing for one release; links carry only its public parameters. */
  sharingFor(release: ServedRelease): SharingService;
  /** Shares what was prepared last, by whichever release: the header's share button. */
  share(): Promise<void>;
  /** Reads from the app and starts sending events. The first drawing doesn't wait for it. */
  start(): void;
  /** Removes every listener; for tests and hot reload. */
  stop(): void;
}
