import * as v from 'valibot';
import { importReports } from '../activities/report/reports.ts';
import type { Services } from '../services.ts';
import { listEvents } from '../tracking/events.ts';
import { auditCoupons, auditDraws } from './audit.ts';
import { importCodes, listImports, takeBackImport } from './codes.ts';
import { CommandRefused } from './command-refused.ts';
import { listCoupons, setCoupons } from './coupons.ts';
import { listDraw, setDraw } from './draw.ts';
import {
  type OperatorAnswer, type OperatorCommand, type OperatorData, operatorRequestSchema, type ParsedRequest,
} from './protocol.ts';
import { awardPrize, decideWork, listWorks, placeWork, readPicture, showWork, undoDecision } from './works.ts';

const requestLine = v.pipe(v.string(), v.parseJson(), operatorRequestSchema);

export async function runCommand(line: string, services: Services): Promise<OperatorAnswer> {
  const parsed = v.safeParse(requestLine, line);
  if (!parsed.success) {
    return { ok: false, error: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'request'}: ${issue.message}`).join('; ') };
  }
  const { command } = parsed.output;
  try {
    const run = handlers[command] as (request: ParsedRequest, services: Services) => Promise<unknown>;
    const data = await run(parsed.output, services);
    services.log.info({ event: 'operatorCommand', command });
    return { ok: true, data };
  } catch (error) {
    if (error instanceof CommandRefused) return { ok: false, error: error.message };
    throw error;
  }
}

const handlers: {
  [C in OperatorCommand]: (request: ParsedRequest<C>, services: Services) => Promise<OperatorData<C>>;
} = {
  'draw.list': (_request, { queries }) => listDraw(queries),
  'draw.set': ({ changes }, { queries }) => setDraw(queries, changes),
  'draw.importCodes': (request, services) => importCodes(services, request),
  'draw.imports': (_request, { queries }) => listImports(queries),
  'draw.takeBack': ({ importId }, services) => takeBackImport(services, importId),
  'draw.audit': (request, { queries }) => auditDraws(queries, request),
  'coupons.list': (_request, services) => listCoupons(services),
  'coupons.set': (request, services) => setCoupons(services, request),
  'coupons.audit': (request, { queries }) => auditCoupons(queries, request),
  'works.list': (request, { queries }) => listWorks(queries, request),
  'works.place': ({ id }, { queries }) => placeWork(queries, id),
  'works.show': ({ id }, { queries }) => showWork(queries, id),
  'works.approve': (request, services) => decideWork(services, { ...request, decision: 'approved', reason: '' }),
  'works.reject': (request, services) => decideWork(services, { ...request, decision: 'rejected' }),
  'works.undo': (request, services) => undoDecision(services, request),
  'works.prize': (request, services) => awardPrize(services, request),
  'works.picture': ({ name }, services) => readPicture(services, name),
  'report.import': ({ reports }, { queries, clock }) => importReports(queries, reports, clock.real()),
  'events.list': (request, { queries }) => listEvents(queries, request),
};
