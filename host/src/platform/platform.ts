import type {
  ActivityContext,
  BridgeService,
  DialogContent,
  Environment,
  HostServices,
  Query,
  RequestService,
  Session,
  SharingService,
  Skin,
  Visibility,
} from '@fridge/shared-contracts';
import type {
  Address,
  EmbeddedRegistry,
  FailurePhase,
  FailureReason,
  PageContext,
  RuntimeSettings,
  TrackingEventName,
  TrackingEvents,
} from '@fridge/shared-contracts/host';
import type { ReadableStore } from '../lib/read-store.ts';

/** What the shell lends the platform: the ways to speak to the user and to move on. */
export interface PlatformPorts {
  window: Window;
  /** The first address as `takePersonal` gives it, personal parameters included. */
  address: Address;
  settings: RuntimeSettings;
  /** Both clocks of the server at the moment the page was served; `null` where the page doesn't say. */
  clock: EmbeddedRegistry['clock'];
  toast(text: string): void;
  confirm(content: DialogContent): Promise<boolean>;
  navigation: {
    push(path: string, query?: Query): void;
    replace(path: string, query?: Query): void;
    location(): { path: string; query: Readonly<Record<string, string>> };
  };
  /** Path of the current route as it is registered, `unknown` for one that isn't; usage events carry it. */
  pageName(): string;
  fetch?: typeof fetch;
  random?: Pick<Crypto, 'getRandomValues'>;
  createRequest?: () => XMLHttpRequest;
}

/** A release that services are made for: what it may call and show, and the name under which its failures are told. */
export interface ServedRelease {
  name: string;
  version: string;
  /** `null`: any call of the product's own. */
  calls: readonly string[] | null;
  publicParameters: readonly string[];
}

/** A failure for the usage events; whatever isn't a known remote or a version is told as `unknown`. */
export type Failure = { remote: string; version: string; phase: FailurePhase; reason: FailureReason };

export interface Tracker {
  /** Takes one usage event; one that doesn't fit its schema is dropped. */
  track<E extends TrackingEventName>(event: E, values: TrackingEvents[E]): void;
  /** An event of what failed on the current page; in development also a line in the console. */
  reportFailure(failure: Failure): void;
}

export type ClockHeaders = { get(name: string): string | null };

/** The server's two clocks as the page knows them (architecture, "Time"). */
export interface ServerClock {
  /** Takes the clock headers of any answer of the server; values that can't be times change nothing. */
  observe(headers: ClockHeaders): void;
  /** The same of an answer that a cache may have kept, such as the registry's: it never sets the clock back. */
  observeKept(headers: ClockHeaders): void;
  /** Real time in milliseconds, for signatures; the device's clock until the server was heard. */
  realNow(): number;
  /** Business time in milliseconds, for periods and deadlines; `null` until the server was heard. */
  businessNow(): number | null;
  /** Offset of business time; changes when the clock becomes known or is moved. */
  readonly offset: ReadableStore<number | null>;
}

/** Services that are the same for every remote, with exactly the contract's methods and frozen. */
export type CommonServices = Pick<HostServices, 'context' | 'environment' | 'skin' | 'bridge' | 'tracking' | 'windows' | 'clipboard' | 'visibility'>;

/** Services that ask the user or lead away: what they began for a visit acts on no other one. */
export type VisitServices = Pick<HostServices, 'session' | 'external'>;

/** What the host does on behalf of its pages and remotes, apart from drawing: app, session, requests, time, tracking. */
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
  /** Height that the header leaves free on top, CSS px. */
  readonly statusBarHeight: ReadableStore<number>;
  readonly tracker: Tracker;
  /** Signed calls of one release; calls that it doesn't list are refused. @param toast says what failed */
  requestsFor(release: ServedRelease, toast: (text: string) => void): RequestService;
  /** @param isOver whether the user has left. @param toast says what failed */
  visitServices(visit: { isOver: () => boolean; toast: (text: string) => void }): VisitServices;
  /** Sharing for one release; links carry only its public parameters. */
  sharingFor(release: ServedRelease): SharingService;
  /** The header's share button: shares what was prepared last, whoever did. */
  share(): Promise<void>;
  /** Reads what only the app knows, and starts sending events. Nothing that is drawn first waits for it. */
  start(): void;
  /** Takes back every listener; for tests and hot reload. */
  stop(): void;
}
