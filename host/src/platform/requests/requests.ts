import * as v from 'valibot';
import {
  answerCode,
  type CallAccess,
  type CallResult,
  commonCopy,
  type RequestService,
} from '@fridge/shared-contracts';
import {
  answerSchema,
  isProductCall,
  parseJson,
  REQUEST_LIMIT_MS,
  type RuntimeSettings,
  SIGNATURE_WINDOW_MS,
  UPLOAD_LIMITS_MS,
} from '@fridge/shared-contracts/page';
import { createLateCode } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import type { ServerClock } from '../clock.ts';
import type { Failure } from '../tracking/tracker.ts';
import { checkCall, type ParsedCall } from './check-call.ts';
import { BODY_LIMIT, type Exchange, exchange, startTimeLimit, type TimeLimit } from './exchange.ts';
import {
  authorizationHeader,
  createNonces,
  createSigner,
  type Credential,
  type Fields,
  signFields,
} from './signing.ts';
import type { upload } from './upload.ts';

/** Travel time within a signature's age. */
const TRAVEL_MS = REQUEST_LIMIT_MS;

type ReadData<Data> = (data: unknown) => { value: Data } | null;

/** A release whose activity is shown. */
export interface ServedRelease {
  name: string;
  version: string;
  /** `null`: all calls of the product. */
  calls: readonly string[] | null;
  publicParameters: readonly string[];
}

export type Requests = ReturnType<typeof createRequests>;

type Send = (fields: Fields, headers: Readonly<Record<string, string>>) => Promise<Exchange>;
type Attempt<Data> = { fields: Fields; access: CallAccess; read: ReadData<Data>; limit: TimeLimit; send: Send };

/** Signed calls to the fridge backend (spec section 7; architecture, "The wire"). */
export function createRequests({
  settings,
  clock,
  credentials,
  fetch,
  createXhr,
  onRefusedCredential,
  reportFailure,
  loadUpload,
}: {
  settings: Pick<RuntimeSettings, 'apiBase' | 'signing' | 'activity2023'>;
  clock: ServerClock;
  /** `user`: of a full session. `report`: of a report link; reads that report only. */
  credentials: { user(): Credential | null; report(): Promise<Credential | null> };
  fetch: typeof globalThis.fetch;
  createXhr: () => XMLHttpRequest;
  /** The server refuses it (code 401). */
  onRefusedCredential: (credential: Credential) => void;
  reportFailure: (failure: Failure) => void;
  loadUpload?: () => Promise<{ upload: typeof upload }>;
}) {
  const lateUpload = createLateCode(loadUpload ?? (() => import('./upload.ts')));
  const sign = createSigner(settings.signing);
  const createNonce = createNonces(settings.signing);

  async function attempt<Data>({
    fields: unsigned,
    access,
    read,
    limit,
    send,
  }: Attempt<Data>): Promise<CallResult<Data>> {
    const link = access === 'report' && credentials.user() === null ? await credentials.report() : null;
    const user = credentials.user(); // the user may have logged in since
    const credential = user ?? link;
    const headers = credential ? { authorization: authorizationHeader(credential) } : {};
    const once = async () => {
      const { fields, stamp } = await signFields(unsigned, { sign, createNonce, now: clock.realNow });
      const answer: Exchange = limit.signal.aborted ? { ok: false, reason: 'aborted' } : await send(fields, headers);
      return { result: answer.ok ? readAnswer(answer.text, read) : failure(answer.reason), stamp };
    };
    const first = await once();
    // If the device's clock was wrong, the refusal's headers have corrected ours.
    const clockWasOff = Math.abs(clock.realNow() - first.stamp) > SIGNATURE_WINDOW_MS - TRAVEL_MS;
    const isRefusal = !first.result.ok && first.result.reason === 'refused';
    const { result } = isRefusal && clockWasOff ? await once() : first;
    if (user && !result.ok && result.code === answerCode.notAuthorized) onRefusedCredential(user);
    return result;
  }

  /** Never rejects. */
  async function withinLimit<Data>(call: Attempt<Data>): Promise<CallResult<Data>> {
    try {
      return await Promise.race([
        call.limit.stopped.then((reason): CallResult<Data> => failure(reason)),
        attempt(call),
      ]);
    } catch {
      return failure('network'); // lazy code failed to load
    } finally {
      call.limit.end();
    }
  }

  async function post(call: ParsedCall, onThrow: () => void): Promise<CallResult<unknown>> {
    const url = settings.apiBase + call.path;
    const { fields, access, read, files } = call;
    const limit = startTimeLimit(files ? UPLOAD_LIMITS_MS : { total: REQUEST_LIMIT_MS }, call.signal);
    const postForm: Send = (signed, headers) =>
      exchange(
        url,
        { method: 'POST', headers, body: new URLSearchParams(signed) },
        { fetch, limit, onHeaders: clock.observe },
      );
    if (files === null) return withinLimit({ fields, access, read, limit, send: postForm });

    const onProgress = (sent: number) => {
      try {
        call.onProgress?.(sent);
      } catch {
        onThrow();
      }
    };
    const postFiles: Send = async (signed, headers) => {
      const loaded = await lateUpload.load();
      if (!loaded.ok || limit.signal.aborted) return { ok: false, reason: loaded.ok ? 'aborted' : 'network' };
      const options = {
        headers,
        fields: signed,
        files,
        limit,
        bodyLimit: BODY_LIMIT,
        onHeaders: clock.observe,
        createXhr,
        onProgress,
      };
      return loaded.code.upload(url, options);
    };
    const result = await withinLimit({ fields, access, read, limit, send: postFiles });
    // Has its own text (spec section 8).
    return !result.ok && result.reason === 'network'
      ? { ...result, message: copy['contest.upload.transport.toast'] }
      : result;
  }

  return {
    /** Refuses undeclared calls. @param toast shows why a call failed, unless it is quiet */
    for(
      { name, version, calls }: Omit<ServedRelease, 'publicParameters'>,
      toast: (text: string) => void,
    ): RequestService {
      const reported = new Set<string>();
      const report = (phase: Failure['phase'], reason: Failure['reason']) =>
        reportFailure({ remote: name, version, phase, reason });
      const call = async (definition: unknown, fields: unknown, options: unknown): Promise<CallResult<unknown>> => {
        const checked = checkCall(definition, fields, options, settings.activity2023);
        const isListed = checked !== null && (calls?.includes(checked.id) ?? isProductCall(checked.id));
        if (checked && !isListed) {
          // Once per call: a screen may repeat it every second.
          if (!reported.has(checked.id)) report('call', 'undeclared');
          reported.add(checked.id);
        }
        const result = isListed
          ? await post(checked, () => report('callback', 'threw'))
          : failure(checked ? 'undeclared' : 'invalid');
        if (!result.ok && !checked?.quiet && result.reason !== 'aborted') toast(result.message);
        return result;
      };
      return { call: call as RequestService['call'] }; // the call's schema validates its data
    },

    /** Signed, without toasts. */
    get<Data>(path: string, fields: Fields, read: ReadData<Data>): Promise<CallResult<Data>> {
      const limit = startTimeLimit({ total: REQUEST_LIMIT_MS });
      const send: Send = (signed, headers) => {
        const url = `${settings.apiBase}${path}?${new URLSearchParams(signed).toString()}`;
        return exchange(url, { method: 'GET', headers }, { fetch, limit, onHeaders: clock.observe });
      };
      return withinLimit({ fields, access: 'none', read, limit, send });
    },
  };
}

const failureTexts = {
  timeout: commonCopy['common.timeout.toast'],
  network: commonCopy['common.network.toast'],
  malformed: commonCopy['common.fallback.toast'],
  undeclared: commonCopy['common.fallback.toast'],
  invalid: commonCopy['common.fallback.toast'],
  aborted: '',
} as const;

function failure(reason: keyof typeof failureTexts): Extract<CallResult<never>, { ok: false }> {
  return { ok: false, reason, code: -1, message: failureTexts[reason] };
}

/**
 * Code 0 is success, 204 a notice, any other a refusal (spec section 8); unreadable or mismatched data is malformed.
 * @param read `null` when `data` doesn't match the call's schema
 */
export function readAnswer<Data>(text: string, read: ReadData<Data>): CallResult<Data> {
  const answer = v.safeParse(answerSchema, parseJson(text));
  if (!answer.success) return failure('malformed');
  const { code, msg, data } = answer.output;
  if (code !== answerCode.success) {
    const reason = code === answerCode.notice ? 'notice' : 'refused';
    return { ok: false, reason, code, message: msg?.trim() || commonCopy['common.fallback.toast'] };
  }
  const parsed = read(data);
  return parsed ? { ok: true, data: parsed.value } : failure('malformed');
}
