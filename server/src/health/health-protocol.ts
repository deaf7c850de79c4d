import { healthHoursSchema, releaseHealthSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import type { CommandTable } from '../operator/command-fields.ts';
import { remoteName } from '../registry/remote-fields.ts';

export const healthCommands = {
  'health.show': { fields: v.object({ name: remoteName, hours: healthHoursSchema }), answer: releaseHealthSchema },
} as const satisfies CommandTable;
