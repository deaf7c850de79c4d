export type Device = {
  /** `CompanionApp/8.1.0` */
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
  return Number.isFinite(height) ? Math.round(Math.min(HIGHEST_STATUS_BAR, Math.max(0, height))) : defaultDevice.statusBarHeight;
}
