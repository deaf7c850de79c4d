import * as v from 'valibot';
import { type CommandTable, doneBy } from '../operator/command-fields.ts';
import { canarySchema } from '../registry/registry-document.ts';
import { listedRemote, remoteName, runningCanary } from '../registry/remote-fields.ts';

/** Who takes canaries back, in the history: the program itself. */
export const ROLL_BACK_AUTHOR = 'roll-back';

export const canaryCommands = {
  /** Starts a canary, or changes the one of this release: without steps it no longer grows by itself. */
  'registry.canary': {
    fields: v.object({ name: remoteName, canary: canarySchema, ...doneBy }),
    answer: listedRemote,
  },
  'registry.endCanary': {
    fields: v.object({ name: remoteName, ...doneBy }),
    answer: v.object({ ...listedRemote.entries, ended: v.nullable(runningCanary) }),
  },
} as const satisfies CommandTable;
