import type { BridgeMethod, ShareCard, ShareChannel } from '@fridge/shared-contracts';
import type { StoreApi } from 'zustand/vanilla';
import type { Fault, Faults } from '../bridge/fault.ts';
import type { ViewKey } from '../bridge/messages.ts';
import type { Home, Household, Profile } from '../cloud.ts';
import type { ChosenPhoto } from '../photos/album.ts';
import { defaultDevice, type Device } from '../settings/start-options.ts';

export type Session = Profile & { accessToken: string; home: Home };

/** Views above the main one were opened by `openWebView`. */
export type WebView = {
  key: ViewKey;
  kind: 'main' | 'second';
  url: string;
  title: string;
  nativeHeader: boolean;
  loads: number;
};

/** Opened by a bridge call, which `finish` settles. */
export type NativePage = { key: number; view: ViewKey; cancel(): void } & NativeContent;

export type NativeContent =
  | { kind: 'login'; finish(session: Session | null): void }
  | { kind: 'addDevice'; finish(bound: boolean): void }
  | { kind: 'photos'; max: number; finish(photos: readonly ChosenPhoto[]): void }
  | { kind: 'share'; card: ShareCard; channels: readonly ShareChannel[]; finish(channel: ShareChannel | null): void };

type SentShare = { key: number; channel: ShareChannel; card: ShareCard };

export type AppState = {
  households:
    | { phase: 'loading' }
    | { phase: 'failed'; message: string }
    | { phase: 'ready'; list: readonly Household[] };
  session: Session | null;
  loggingIn: string | null;
  trouble: string | null;
  device: Device;
  faults: Faults;
  views: readonly WebView[];
  pages: readonly NativePage[];
  shares: readonly SentShare[];
};

export type AppStore = StoreApi<AppState>;

export const initialState: AppState = {
  households: { phase: 'loading' },
  session: null,
  loggingIn: null,
  trouble: null,
  device: defaultDevice,
  faults: {},
  views: [],
  pages: [],
  shares: [],
};

export const faultOf = (state: AppState, method: BridgeMethod): Fault => state.faults[method] ?? { mode: 'none' };

export const mainView = (state: AppState): WebView | null => state.views.find(({ kind }) => kind === 'main') ?? null;
