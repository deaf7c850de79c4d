import {
  answerCode,
  type Call,
  type CallAccess,
  type CallData,
  type CallFailure,
  type CallFields,
  type CallOptions,
  type CallResult,
  commonCopy,
  type RequestService,
} from '@fridge/shared-contracts';
import { callId, REQUEST_LIMIT_MS, UPLOAD_LIMITS_MS } from '@fridge/shared-contracts/page';

/** A failure without a word of the server, as the host gives it. */
function failureOf(reason: CallFailure, message: string): CallResult<never> {
  return { ok: false, reason, code: -1, message };
}

/** What a call is answered with: a result, or what makes one of the fields that were sent. */
export type Reply<C extends Call> =
  | CallResult<CallData<C>>
  | ((fields: CallFields<C>, options: CallOptions<C>) => CallResult<CallData<C>> | Promise<CallResult<CallData<C>>>);

/** A call that a screen made. Without a reply of its own it waits until `answer` gives it one. */
export interface MadeCall<C extends Call = Call> {
  readonly id: string;
  readonly fields: CallFields<C>;
  readonly options: CallOptions<C>;
  /** The user whose credential it carries; empty: none. */
  readonly caller: string;
  answer(result: CallResult<CallData<C>>): void;
}

/** A call that was answered with code 0. */
export const given = <Data>(data: Data): CallResult<Data> => ({ ok: true, data });

/** The server refuses the user's token, with the words that it has for it. */
export const expired: CallResult<never> = {
  ok: false,
  reason: 'refused',
  code: answerCode.notAuthorized,
  message: 'expired',
};

/** No answer came in time. */
export const lost = failureOf('timeout', commonCopy['common.timeout.toast']);

export type FakeRequests = ReturnType<typeof createFakeRequests>;

/**
 * Answers a screen's calls.
 * @param callerOf the user whose credential a call carries
 * @param onNotAuthorized an answer with code 401 ends the session, as in the host
 * @param timeLimits whether calls end by the host's time limits
 */
export function createFakeRequests({
  callerOf,
  record,
  onNotAuthorized,
  timeLimits,
  elsewhere,
}: {
  callerOf: (access: CallAccess) => string;
  record: (what: string) => void;
  onNotAuthorized: () => void;
  timeLimits: boolean;
  elsewhere: (call: Call) => Reply<Call> | undefined;
}) {
  // Each call's replies and records are written and read through the call's own type alone: see `answer` and `made`.
  const replies = new Map<string, { call: Call; reply: Reply<Call> }>();
  const calls: MadeCall[] = [];

  const service: RequestService = {
    call<C extends Call>(
      call: C,
      fields: CallFields<C>,
      options: CallOptions<C> = {},
    ): Promise<CallResult<CallData<C>>> {
      const id = callId(call);
      record(`call ${id} ${JSON.stringify(fields)}`);
      const hasFiles = call.files.length > 0;
      return new Promise((resolve) => {
        let answered = false;
        let silence: ReturnType<typeof setTimeout> | undefined;
        let total: ReturnType<typeof setTimeout> | undefined;
        const answer = (result: CallResult<CallData<C>>) => {
          if (answered) return;
          // The server answers once it has all the files.
          if (hasFiles && (result.ok || result.reason === 'refused' || result.reason === 'notice')) onProgress(1);
          answered = true;
          clearTimeout(silence);
          clearTimeout(total);
          record(
            `  ${id} -> ${result.ok ? JSON.stringify(result.data) : `${result.reason} ${result.code} ${result.message}`}`,
          );
          if (!result.ok && result.code === answerCode.notAuthorized) onNotAuthorized();
          resolve(result);
        };
        const limitSilence = () => {
          clearTimeout(silence);
          if (timeLimits && hasFiles) silence = setTimeout(() => answer(lost), UPLOAD_LIMITS_MS.silence);
        };
        const onProgress = (sent: number) => {
          if (answered) return;
          limitSilence();
          options.onProgress?.(sent);
        };
        if (options.signal?.aborted) return answer(failureOf('aborted', ''));
        options.signal?.addEventListener('abort', () => answer(failureOf('aborted', '')));
        limitSilence();
        if (timeLimits) total = setTimeout(() => answer(lost), hasFiles ? UPLOAD_LIMITS_MS.total : REQUEST_LIMIT_MS);
        const sent = hasFiles ? { ...options, onProgress } : options;
        // One list holds calls of all types; `made` gives those of one call back as its own.
        calls.push({ id, fields, options: sent, caller: callerOf(call.access), answer } as MadeCall<C> as MadeCall);
        const reply = (elsewhere(call) ?? replies.get(id)?.reply) as Reply<C> | undefined;
        if (reply !== undefined)
          void Promise.resolve(typeof reply === 'function' ? reply(fields, sent) : reply).then(answer);
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
      replies.set(callId(call), { call, reply: reply as Reply<Call> });
    },
    /** A call that has a reply, by its id. */
    answered: (id: string): Call | undefined => replies.get(id)?.call,
    /** The calls of one kind, oldest first. */
    made,
    /** What the calls of one kind carried, oldest first. */
    sent<C extends Call>(call: C): CallFields<C>[] {
      return made(call).map(({ fields }) => fields);
    },
  };
}
