import * as v from 'valibot';
import { prizeLevels } from '../draw/levels.ts';
import type { Services } from '../services.ts';
import { CommandRefused } from './command-refused.ts';
import { importCodes } from './import-codes.ts';
import { listDraw } from './list-draw.ts';
import { setDraw } from './set-draw.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const anyLevel = v.picklist([0, ...prizeLevels]);

/** What operators may ask; level 0 is "thanks", a stock of `null` has no end. */
const requestSchema = v.variant('command', [
  v.strictObject({ command: v.literal('draw.list') }),
  v.strictObject({
    command: v.literal('draw.set'),
    changes: v.pipe(
      v.array(v.strictObject({ level: anyLevel, weight: v.optional(v.pipe(count, v.maxValue(1_000_000))), stock: v.optional(v.nullable(count)) })),
      v.minLength(1),
      v.check((changes) => new Set(changes.map(({ level }) => level)).size === changes.length, 'each level once'),
    ),
  }),
  v.strictObject({
    command: v.literal('draw.importCodes'),
    level: v.picklist(prizeLevels),
    codes: v.pipe(v.array(v.strictObject({ code: v.string(), pwd: v.string() })), v.minLength(1), v.maxLength(10_000)),
  }),
]);

export type OperatorAnswer = { ok: true; data: unknown } | { ok: false; error: string };

/** Runs one line of the operator's socket. Whatever is refused has changed nothing. */
export async function runCommand(line: string, services: Services): Promise<OperatorAnswer> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), requestSchema), line);
  if (!parsed.success) {
    return { ok: false, error: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'request'}: ${issue.message}`).join('; ') };
  }
  try {
    const data = await dispatch(parsed.output, services);
    services.log.info({ event: 'operatorCommand', command: parsed.output.command });
    return { ok: true, data };
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, error: error.message };
    throw error;
  }
}

function dispatch(request: v.InferOutput<typeof requestSchema>, { queries }: Services): Promise<unknown> {
  switch (request.command) {
    case 'draw.list':
      return listDraw(queries);
    case 'draw.set':
      return setDraw(queries, request.changes);
    case 'draw.importCodes':
      return importCodes(queries, request.level, request.codes);
  }
}
