import { defaultDevice } from '../settings/device.ts';
import type { AppState } from './app-state.ts';

export const initialState: AppState = {
  households: { status: 'loading' },
  session: null,
  loggingIn: null,
  trouble: null,
  device: defaultDevice,
  faults: {},
  views: [],
  pages: [],
  shares: [],
};
