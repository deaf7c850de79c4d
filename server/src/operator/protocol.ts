import * as v from 'valibot';
import { couponCommands } from '../activities/campaign/coupon-protocol.ts';
import { workCommands } from '../activities/contest/work-protocol.ts';
import { drawCommands } from '../activities/draw/draw-protocol.ts';
import { prizeCommands } from '../activities/draw/prize-protocol.ts';
import { reportCommands } from '../activities/report/report-protocol.ts';
import { canaryCommands } from '../canaries/canary-protocol.ts';
import { configurationCommands } from '../configuration/configuration-protocol.ts';
import { healthCommands } from '../health/health-protocol.ts';
import { householdCommands } from '../households/household-protocol.ts';
import { publishingCommands } from '../publishing/publishing-protocol.ts';
import { registryCommands } from '../registry/registry-protocol.ts';
import type { Services } from '../services.ts';
import { teamCommands } from '../teams/team-protocol.ts';
import { trackingCommands } from '../tracking/tracking-protocol.ts';
import { auditCommands } from './audit-protocol.ts';
import type { CommandTable } from './command-fields.ts';
import { statusCommands } from './status-protocol.ts';
import { userCommands } from './user-protocol.ts';

/**
 * The operator socket's protocol: one JSON request per line, one JSON answer per line, in order. What exceeds a limit
 * per request (`…_AT_ONCE`) is sent in parts. Each area's commands stand beside their handlers, in its `…-protocol.ts`.
 */
export const operatorCommands = {
  ...auditCommands,
  ...canaryCommands,
  ...configurationCommands,
  ...couponCommands,
  ...drawCommands,
  ...healthCommands,
  ...householdCommands,
  ...prizeCommands,
  ...publishingCommands,
  ...registryCommands,
  ...reportCommands,
  ...statusCommands,
  ...teamCommands,
  ...trackingCommands,
  ...userCommands,
  ...workCommands,
} as const satisfies CommandTable;

type Commands = typeof operatorCommands;
export type OperatorCommand = keyof Commands;

/** Fields with a default may be left out. */
export type OperatorRequest = {
  [C in OperatorCommand]: { command: C } & v.InferInput<Commands[C]['fields']>;
}[OperatorCommand];
export type ParsedRequest<C extends OperatorCommand = OperatorCommand> = {
  [Name in C]: { command: Name } & v.InferOutput<Commands[Name]['fields']>;
}[C];
export type OperatorData<C extends OperatorCommand> = v.InferOutput<Commands[C]['answer']>;

/** Runs a command. @throws CommandRefused */
export type CommandHandler<C extends OperatorCommand> = (
  request: ParsedRequest<C>,
  services: Services,
) => Promise<v.InferInput<Commands[C]['answer']>>;

export const operatorRequestSchema = v.variant(
  'command',
  Object.entries(operatorCommands).map(([command, { fields }]) =>
    v.strictObject({ command: v.literal(command), ...(fields.entries as v.ObjectEntries) }),
  ),
) as v.GenericSchema<unknown, ParsedRequest>; // the table's types are lost in `entries`

/** A refused command changes nothing; `error` gives the reason and remedy. */
export const operatorAnswerSchema = v.variant('ok', [
  v.object({ ok: v.literal(true), data: v.unknown() }),
  v.object({ ok: v.literal(false), error: v.string() }),
]);
export type OperatorAnswer = v.InferOutput<typeof operatorAnswerSchema>;

/** The message tells the operator why, and what would work. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}
