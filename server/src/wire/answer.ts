import type { Answer } from '@fridge/shared-contracts';
import { answerCode } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import type { Refusal } from './refusal.ts';

export function success(data: unknown): Answer {
  return { code: answerCode.success, msg: '', data: data ?? null };
}

export function refused(refusal: Pick<Refusal, 'code' | 'words'>): Answer {
  return { code: refusal.code, msg: copy[refusal.words], data: null };
}
