/** `off`: only routes that say `keeps` open; `stopped`: nothing of the remote is loaded. */
export type SwitchState = 'on' | 'off' | 'stopped';

export const switchStateOf = ({ enabled, stopped }: { enabled: boolean; stopped?: boolean | undefined }): SwitchState =>
  stopped ? 'stopped' : enabled ? 'on' : 'off';

/** Whether a remote's switch lets a route open. */
export const isLetOpen = (state: SwitchState, { keeps }: { keeps: boolean }): boolean =>
  state === 'on' || (state === 'off' && keeps);
