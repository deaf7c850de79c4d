import type { BridgeMethod, ShareCard, ShareChannel } from '@fridge/shared-contracts';
import type { Faults } from '../bridge/fault-text.ts';
import type { Fault } from '../bridge/fault.ts';
import type { ViewKey } from '../bridge/incoming.ts';
import type { Home, Household, Profile } from '../cloud/demo-entities.ts';
import type { ChosenPhoto } from '../photos/album.ts';
import type { Device } from '../settings/device.ts';

export type Session = Profile & { accessToken: string; home: Home };

/** A web view with a bridge. The first is the page of the activity; those above it came by `openWebView`. */
export type WebView = {
  key: ViewKey;
  kind: 'main' | 'second';
  url: string;
  title: string;
  nativeHeader: boolean;
  /** Counts up to load the address afresh. */
  loads: number;
};

/** A page of the app itself that a call of the page opened; `finish` settles that call. */
export type NativePage = { key: number; view: ViewKey } & (
  | { kind: 'login'; finish(session: Session | null): void }
  | { kind: 'addDevice'; finish(bound: boolean): void }
  | { kind: 'photos'; max: number; finish(photos: readonly ChosenPhoto[]): void }
  | { kind: 'share'; card: ShareCard; channels: readonly ShareChannel[]; finish(channel: ShareChannel | null): void }
);

export type SentShare = { key: number; channel: ShareChannel; card: ShareCard };

export type AppState = {
  households: { status: 'loading' } | { status: 'failed'; message: string } | { status: 'ready'; list: readonly Household[] };
  session: Session | null;
  /** User whose login is under way. */
  loggingIn: string | null;
  /** What went wrong last in the panel's own actions. */
  trouble: string | null;
  device: Device;
  faults: Faults;
  views: readonly WebView[];
  pages: readonly NativePage[];
  shares: readonly SentShare[];
};

export function faultOf(state: AppState, method: BridgeMethod): Fault {
  return state.faults[method] ?? { mode: 'none' };
}

export function mainView(state: AppState): WebView | null {
  return state.views.find((view) => view.kind === 'main') ?? null;
}
