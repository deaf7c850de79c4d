import {
  answerCode,
  type Call,
  type CallData,
  type CallFields,
  type CallOptions,
  type CallResult,
  type RequestService,
} from '@fridge/shared-contracts';
import { callId } from '@fridge/shared-contracts/host';

/** What a call is answered with: a result, or what makes one of the fields that were sent. */
export type Reply<C extends Call> =
  | CallResult<CallData<C>>
  | ((fields: CallFields<C>, options: CallOptions<C>) => CallResult<CallData<C>> | Promise<CallResult<CallData<C>>>);

/** A call that a screen made. Without a reply of its own it waits until `answer` gives it one. */
export interface MadeCall<C extends Call = Call> {
  readonly id: string;
  readonly fields: CallFields<C>;
  readonly options: CallOptions<C>;
  answer(result: CallResult<CallData<C>>): void;
}

/** A call that was answered with code 0. */
export const given = <Data>(data: Data): CallResult<Data> => ({ ok: true, data });

/** The server refuses the user's token, with the words that it has for it. */
export const expired: CallResult<never> = { ok: false, reason: 'refused', code: answerCode.notAuthorized, message: 'expired' };

/** No judgement was reached. */
export const lost: CallResult<never> = { ok: false, reason: 'timeout', code: 0, message: '' };

export type FakeRequests = ReturnType<typeof createFakeRequests>;

/**
 * Answers a screen's calls.
 * @param declared the calls of the release; any other gets the failure that the host gives it
 * @param onNotAuthorized an answer with code 401 ends the session, as in the host
 */
export function createFakeRequests(declared: readonly string[] | null, record: (what: string) => void, onNotAuthorized: () => void) {
  // Each call's replies and records are written and read through the call's own type alone: see `answer` and `made`.
  const replies = new Map<string, Reply<Call>>();
  const calls: MadeCall[] = [];

  const service: RequestService = {
    call<C extends Call>(call: C, fields: CallFields<C>, options: CallOptions<C> = {}): Promise<CallResult<CallData<C>>> {
      const id = callId(call);
      record(`call ${id} ${JSON.stringify(fields)}`);
      if (declared !== null && !declared.includes(id)) return Promise.resolve({ ok: false, reason: 'undeclared', code: 0, message: '' });
      return new Promise((resolve) => {
        const answer = (result: CallResult<CallData<C>>) => {
          record(`  ${id} -> ${result.ok ? JSON.stringify(result.data) : `${result.reason} ${result.code} ${result.message}`}`);
          if (!result.ok && result.code === answerCode.notAuthorized) onNotAuthorized();
          resolve(result);
        };
        calls.push({ id, fields, options, answer } as MadeCall<C> as MadeCall);
        const reply = replies.get(id) as Reply<C> | undefined;
        if (reply !== undefined) void Promise.resolve(typeof reply === 'function' ? reply(fields, options) : reply).then(answer);
      });
    },
  };

  const made = <C extends Call>(call: C) => calls.filter(({ id }) => id === callId(call)) as MadeCall<C>[];

  return {
    service,
    /** Every call, oldest first. */
    calls,
    /** Sets how a call is answered from now on. */
    answer<C extends Call>(call: C, reply: Reply<C>): void {
      replies.set(callId(call), reply as Reply<Call>);
    },
    /** The calls of one kind, oldest first. */
    made,
    /** What the calls of one kind carried, oldest first. */
    sent<C extends Call>(call: C): CallFields<C>[] {
      return made(call).map(({ fields }) => fields);
    },
  };
}
