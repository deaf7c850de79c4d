import * as v from 'valibot';
import { noList } from '../contract/no-list.ts';

/** What open pages poll: the same for everybody (architecture, "A page keeps what it was served with"). */
export const SWITCHES_PATH = '/switches.json';

/** `off`: only routes that say `keeps` open; `stopped`: nothing of the remote is loaded. */
const switchStateSchema = v.picklist(['on', 'off', 'stopped']);
export type SwitchState = v.InferOutput<typeof switchStateSchema>;

/** `releases`: the versions in force. A page that has another one was served before a change. */
export const switchesSchema = v.object({
  remotes: v.pipe(
    v.unknown(),
    noList,
    v.record(v.string(), v.object({ state: switchStateSchema, releases: v.array(v.string()) })),
  ),
});
export type Switches = v.InferOutput<typeof switchesSchema>;
