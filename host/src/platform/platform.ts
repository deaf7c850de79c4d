import type {
  ActivityContext, BridgeService, DialogContent, Environment, HostServices, Query, RequestService, Session,
  SharingService, Skin, Visibility,
} from '@fridge/shared-contracts';
import type {
  Address, EmbeddedRegistry, FailurePhase, FailureReason, PageContext, RuntimeSettings, TrackingEventName,
  TrackingEvents,
} from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../lib/read-store.ts';

export interface PlatformPorts {
  window: Window;
  /** From `takePersonal`, with personal parameters. */
  address: Address;
  settings: RuntimeSettings;
  /** `null` if the page has none. */
  clock: EmbeddedRegistry['clock'];
  toast(text: string): void;
  confirm(content: DialogContent): Promise<boolean>;
  navigation: {
    push(path: string, query?: Query): void;
    replace(path: string, query?: Query): void;
    location(): { path: string; query: Readonly<Record<string, string>> };
  };
  /** Registered path of the current route, else `unknown`; for usage events. */
  pageName(): string;
  fetch?: typeof fetch;
  random?: Pick<Crypto, 'getRandomValues'>;
  createRequest?: () => XMLHttpRequest;
}

export interface ServedRelease {
  name: string;
  version: string;
  /** `null`: all calls of the product. */
  calls: readonly string[] | null;
  publicParameters: readonly string[];
}

/** Invalid values are reported as `unknown`. */
export type Failure = { remote: string; version: string; phase: FailurePhase; reason: FailureReason };

export interface Tracker {
  /** An event that doesn't match its schema is dropped. */
  track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void;
  /** Also logs it in development. */
  reportFailure(failure: Failure): void;
}

export type ClockHeaders = { get(name: string): string | null };

/** The server's two clocks (architecture, "Time"). */
export interface ServerClock {
  /** Reads clock headers; ignores invalid ones. */
  observe(headers: ClockHeaders): void;
  /** For answers from a cache (the registry's): never sets the clock back. */
  observeKept(headers: ClockHeaders): void;
  /** For signatures; device time until the server's is known. Milliseconds. */
  realNow(): number;
  /** For windows and deadlines; `null` until known. Milliseconds. */
  businessNow(): number | null;
  readonly offset: ReadableStore<number | null>;
}

/** Exactly the contract's methods, frozen. */
export type CommonServices = Pick<
  HostServices,
  'context' | 'environment' | 'skin' | 'bridge' | 'tracking' | 'windows' | 'clipboard' | 'visibility'
>;

export type VisitServices = Pick<HostServices, 'session' | 'external'>;

export interface Platform {
  /** With tokens: host only. */
  readonly context: PageContext;
  readonly activityContext: ActivityContext;
  readonly environment: Environment;
  readonly services: CommonServices;
  readonly bridge: BridgeService;
  readonly clock: ServerClock;
  readonly session: ReadableStore<Session>;
  readonly skin: ReadableStore<Skin>;
  readonly visibility: ReadableStore<Visibility>;
  /** CSS px. */
  readonly statusBarHeight: ReadableStore<number>;
  readonly tracker: Tracker;
  /** Refuses undeclared calls. @param toast shows why a call failed */
  requestsFor(release: ServedRelease, toast: (text: string) => void): RequestService;
  /** @param isOver whether the visit is over. @param toast shows why an action failed */
  visitServices(visit: { isOver: () => boolean; toast: (text: string) => void }): VisitServices;
  /** Links carry only the release's public parameters. */
  sharingFor(release: ServedRelease): SharingService;
  /** Shares what any release prepared last: the header's button. */
  share(): Promise<void>;
  /** Drawing doesn't wait for it. */
  start(): void;
  stop(): void;
}
