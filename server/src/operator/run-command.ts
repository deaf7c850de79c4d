import * as v from 'valibot';
import type { Services } from '../services.ts';
import { listEvents } from '../tracking/events.ts';
import { CommandRefused, importCodes, listDraw, setDraw } from './draw.ts';
import { type OperatorAnswer, type OperatorData, operatorRequestSchema, type ReadOperatorRequest } from './protocol.ts';

/** Runs one line of the operator's socket. Whatever is refused has changed nothing. */
export async function runCommand(line: string, services: Services): Promise<OperatorAnswer> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), operatorRequestSchema), line);
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

function dispatch(request: ReadOperatorRequest, { queries }: Services): Promise<OperatorData[keyof OperatorData]> {
  switch (request.command) {
    case 'draw.list':
      return listDraw(queries);
    case 'draw.set':
      return setDraw(queries, request.changes);
    case 'draw.importCodes':
      return importCodes(queries, request.level, request.codes);
    case 'events.list':
      return listEvents(queries, request);
  }
}
