import { readFaults, writeFaults, type Faults } from '../bridge/fault-text.ts';
import { isAgent, type Device, defaultDevice, clampStatusBar } from './device.ts';

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
