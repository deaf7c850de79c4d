import * as v from 'valibot';
import { objectOf, text } from '../contract/fields.ts';
import type { SwitchState } from './switch-state.ts';

/** What open pages poll: the same for everybody (architecture, "A page keeps what it was served with"). */
export const SWITCHES_PATH = '/switches.json';

export const switchStateSchema = v.picklist(['on', 'off', 'stopped'] satisfies SwitchState[]);

/**
 * - `releases`: the versions in force. A page that has another one was served before a change
 * - `offText`: what operators say of a remote that isn't on
 * - `notice`: what they say to everybody now
 */
export const switchesSchema = v.object({
  remotes: objectOf(v.object({ state: switchStateSchema, releases: v.array(text), offText: v.optional(text) })),
  notice: v.optional(text),
});
export type Switches = v.InferOutput<typeof switchesSchema>;
