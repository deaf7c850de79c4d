import * as v from 'valibot';
import { objectOf, text } from '../contract/fields.ts';

/** What open pages poll: the same for everybody (architecture, "A page keeps what it was served with"). */
export const SWITCHES_PATH = '/switches.json';

/** `off`: only routes that say `keeps` open; `stopped`: nothing of the remote is loaded. */
export const switchStateSchema = v.picklist(['on', 'off', 'stopped']);
export type SwitchState = v.InferOutput<typeof switchStateSchema>;

export const switchStateOf = ({ enabled, stopped }: { enabled: boolean; stopped?: boolean | undefined }): SwitchState =>
  stopped ? 'stopped' : enabled ? 'on' : 'off';

/** Whether a remote's switch lets a route open. */
export const isLetOpen = (state: SwitchState, { keeps }: { keeps: boolean }): boolean =>
  state === 'on' || (state === 'off' && keeps);

/** `releases`: the versions in force. A page that has another one was served before a change. */
export const switchesSchema = v.object({
  remotes: objectOf(v.object({ state: switchStateSchema, releases: v.array(text) })),
});
export type Switches = v.InferOutput<typeof switchesSchema>;
