import * as v from 'valibot';
import { importReports } from '../activities/report/reports.ts';
import type { Services } from '../services.ts';
import { listEvents } from '../tracking/events.ts';
import { auditCoupons, auditDraws } from './audit.ts';
import { importCodes, listImports, takeBackImport } from './codes.ts';
import { CommandRefused } from './command-refused.ts';
import { listCoupons, setCoupons } from './coupons.ts';
import { listDraw, setDraw } from './draw.ts';
import { type OperatorAnswer, type OperatorData, operatorRequestSchema, type ReadOperatorRequest } from './protocol.ts';
import { awardPrize, decideWork, listWorks, placeWork, readPicture, showWork, undoDecision } from './works.ts';

/** Runs one line of the operator socket. A refused command has changed nothing. */
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

function dispatch(request: ReadOperatorRequest, services: Services): Promise<OperatorData[keyof OperatorData]> {
  const { queries, clock } = services;
  switch (request.command) {
    case 'draw.list':
      return listDraw(queries);
    case 'draw.set':
      return setDraw(queries, request.changes);
    case 'draw.importCodes':
      return importCodes(services, request);
    case 'draw.imports':
      return listImports(queries);
    case 'draw.takeBack':
      return takeBackImport(services, request.importId);
    case 'draw.audit':
      return auditDraws(queries, request);
    case 'coupons.list':
      return listCoupons(services);
    case 'coupons.set':
      return setCoupons(services, request);
    case 'coupons.audit':
      return auditCoupons(queries, request);
    case 'works.list':
      return listWorks(queries, request);
    case 'works.show':
      return showWork(queries, request.id);
    case 'works.place':
      return placeWork(queries, request.id);
    case 'works.approve':
      return decideWork(services, { ...request, decision: 'approved', reason: '' });
    case 'works.reject':
      return decideWork(services, { ...request, decision: 'rejected' });
    case 'works.undo':
      return undoDecision(services, request);
    case 'works.prize':
      return awardPrize(services, request);
    case 'works.picture':
      return readPicture(services, request.name);
    case 'report.import':
      return importReports(queries, request.reports, clock.real());
    case 'events.list':
      return listEvents(queries, request);
  }
}
