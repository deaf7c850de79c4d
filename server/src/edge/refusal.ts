import { answerCode } from '@fridge/shared-contracts';
import { type AnswerCode, windowStateOf } from '@fridge/shared-contracts/page';
import type { FastifyRequest } from 'fastify';
import type { copy } from './copy.ts';
import { isUnavailable } from '../database/database.ts';
import { describeFault } from '../log/log.ts';
import type { Services } from '../program/services.ts';

/** Answered with its code and message. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: AnswerCode;
  readonly messageKey: keyof typeof copy;

  constructor(code: AnswerCode, messageKey: keyof typeof copy) {
    super(messageKey);
    this.code = code;
    this.messageKey = messageKey;
  }
}

/** The outcome is unknown. */
export class AnsweredTooLate extends Error {
  override name = 'AnsweredTooLate';
}

export const refuse = {
  badInput: () => new Refusal(answerCode.badInput, 'server.param'),
  /** Not 401, on which a page logs out. */
  badSignature: () => new Refusal(answerCode.badInput, 'server.sign'),
  notAuthorized: () => new Refusal(answerCode.notAuthorized, 'server.auth'),
  notYours: () => new Refusal(answerCode.notYours, 'server.param'),
  replayed: () => new Refusal(answerCode.conflict, 'server.sign'),
  tooLarge: () => new Refusal(answerCode.tooLarge, 'server.upload.size'),
  slowUpload: () => new Refusal(answerCode.badInput, 'server.upload.slow'),
  notPicture: () => new Refusal(answerCode.badInput, 'server.upload.type'),
  gone: () => new Refusal(answerCode.conflict, 'server.work.pictureGone'),
  tooMany: () => new Refusal(answerCode.tooMany, 'server.busy'),
  /** Not 401, on which a page logs out: the token may be good. */
  cloudUnavailable: () => new Refusal(answerCode.ourFault, 'server.internal'),
  ourFault: () => new Refusal(answerCode.ourFault, 'server.internal'),
  /** Refused by a business rule. */
  notice: (messageKey: keyof typeof copy) => new Refusal(answerCode.notice, messageKey),
};

/** Logs what isn't a refusal: the caller's answer says nothing of it, or was sent before. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  const { url: route } = request.routeOptions;
  if (error instanceof AnsweredTooLate) request.log.warn({ event: 'answeredTooLate', route });
  else if (isUnavailable(error)) request.log.warn({ event: 'databaseUnavailable', route, fault: describeFault(error) });
  else request.log.error({ event: 'fault', route, fault: describeFault(error) });
}

/** Refusal 204 outside the named window, by business time; `null` in it. */
export function closedReason(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  period: string,
): Refusal | null {
  const state = windowStateOf(settings.current().windows[period], clock.business());
  if (state === 'notStarted') return refuse.notice('server.notStarted');
  return state === 'ended' ? refuse.notice('server.ended') : null;
}

/** @throws Refusal 204 outside the named window, by business time */
export function requireOpen(services: Pick<Services, 'settings' | 'clock'>, period: string): void {
  const closed = closedReason(services, period);
  if (closed !== null) throw closed;
}
