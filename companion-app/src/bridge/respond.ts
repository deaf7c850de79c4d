import type { BridgeMethod } from '@fridge/shared-contracts';
import { AppError, appErrorCode, messageOf } from './app-error.ts';
import { planAnswer, type Fault } from './fault.ts';
import { isBridgeMethod } from './fault-text.ts';
import type { ViewKey } from './incoming.ts';

export type Call = { view: ViewKey; id: string | number; method: string; params: unknown };
export type Answer =
  | { id: string | number; ok: true; data: unknown }
  | { id: string | number; ok: false; error: { code: number; errMessage: string } };

export type ResponderParts = {
  act(method: BridgeMethod, params: unknown, view: ViewKey): Promise<unknown>;
  faultOf(method: BridgeMethod): Fault;
  send(call: Call, answer: Answer): void;
  keepSilent(call: Call): void;
  wait(milliseconds: number): Promise<void>;
};

/** Answers a call, with its method's fault. */
export async function respond(call: Call, parts: ResponderParts): Promise<void> {
  const { method } = call;
  if (!isBridgeMethod(method)) {
    parts.send(call, refusal(call, appErrorCode.unknownMethod, `unknown method ${method}`));
    return;
  }
  const plan = planAnswer(method, parts.faultOf(method));
  if (!plan.act) {
    if (plan.refuse) parts.send(call, refusal(call, plan.refuse.code, plan.refuse.errMessage));
    else parts.keepSilent(call);
    return;
  }
  if (plan.startAfter > 0) await parts.wait(plan.startAfter);
  const answer = await carryOut(method, call, parts);
  if (plan.answerAfter > 0) await parts.wait(plan.answerAfter);
  for (const after of plan.copiesAfter) {
    if (after > 0) await parts.wait(after);
    parts.send(call, answer);
  }
}

async function carryOut(method: BridgeMethod, call: Call, parts: ResponderParts): Promise<Answer> {
  try {
    return { id: call.id, ok: true, data: await parts.act(method, call.params, call.view) };
  } catch (error) {
    if (error instanceof AppError) return refusal(call, error.code, error.message);
    return refusal(call, 500, messageOf(error));
  }
}

function refusal(call: Call, code: number, errMessage: string): Answer {
  return { id: call.id, ok: false, error: { code, errMessage } };
}
