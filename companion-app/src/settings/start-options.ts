import { type Faults, readFaults, writeFaults } from '../bridge/fault.ts';

/** Parameters of the app's address (README, "Address parameters"). */
export type StartOptions = {
  /** User to log in; `null` without `guest`: the first household. */
  user: string | null;
  guest: boolean;
  /** Host path or URL; `null` for the home screen. */
  open: string | null;
  device: Device;
  faults: Faults;
};

export function readStartOptions(search: string): StartOptions {
  const query = new URLSearchParams(search);
  const agent = query.get('app') ?? '';
  const height = Number(query.get('statusBar') ?? defaultDevice.statusBarHeight);
  const guest = query.get('guest') === '1';
  return {
    user: guest ? null : query.get('user')?.trim() || null,
    guest,
    open: query.get('open'),
    device: {
      agent: isAgent(agent) ? agent : defaultDevice.agent,
      platform: query.get('platform') === 'android' ? 'android' : 'ios',
      statusBarHeight: clampStatusBar(height),
    },
    faults: readFaults(query.getAll('fail')),
  };
}

export function writeStartOptions(options: StartOptions): string {
  const query = new URLSearchParams();
  if (options.user) query.set('user', options.user);
  if (options.guest) query.set('guest', '1');
  if (options.open !== null) query.set('open', options.open);
  const { agent, platform, statusBarHeight } = options.device;
  if (agent !== defaultDevice.agent) query.set('app', agent);
  if (platform !== defaultDevice.platform) query.set('platform', platform);
  if (statusBarHeight !== defaultDevice.statusBarHeight) query.set('statusBar', String(statusBarHeight));
  for (const fault of writeFaults(options.faults)) query.append('fail', fault);
  const text = query.toString();
  // Slashes and colons are legal in a query.
  return text === '' ? '' : `?${text.replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

export type Device = {
  agent: string;
  platform: Platform;
  /** CSS px */
  statusBarHeight: number;
};
export type Platform = 'ios' | 'android';
export type AppName = 'CompanionApp' | 'MallApp';

/** (spec section 9, "Layout") */
export const defaultDevice: Device = { agent: 'CompanionApp/8.1.0', platform: 'ios', statusBarHeight: 44 };

/** Accepted by the shop page (spec section 9). */
export const startVersion: Record<AppName, string> = { CompanionApp: '8.1.0', MallApp: '2.1.0' };

const AGENT = /^(CompanionApp|MallApp)\/(\d{1,5}\.\d{1,5}\.\d{1,5})$/;
const HIGHEST_STATUS_BAR = 100;

export function isAgent(text: string): boolean {
  return AGENT.test(text);
}

export function splitAgent(agent: string): { name: AppName; version: string } {
  const [name, version = ''] = agent.split('/');
  return { name: name === 'MallApp' ? 'MallApp' : 'CompanionApp', version };
}

export function clampStatusBar(height: number): number {
  return Number.isFinite(height)
    ? Math.round(Math.min(HIGHEST_STATUS_BAR, Math.max(0, height)))
    : defaultDevice.statusBarHeight;
}
