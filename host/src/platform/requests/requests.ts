import * as v from 'valibot';
import {
  answerCode,
  type Call,
  type CallOptions,
  type CallResult,
  commonCopy,
  type RequestService,
  type StandardSchema,
} from '@fridge/shared-contracts';
import {
  answerSchema,
  parseJson,
  REQUEST_LIMIT_MS,
  resolveCallPath,
  type RuntimeSettings,
  SIGNATURE_WINDOW_MS,
  UPLOAD_LIMITS_MS,
} from '@fridge/shared-contracts/page';
import { copy } from '../../copy.ts';
import type { ServerClock } from '../clock.ts';
import { BODY_LIMIT, type Exchange, exchange, type TimeLimit, withinLimit } from './exchange.ts';
import { authorizationHeader, type Credential, type Fields, signFields } from './signing.ts';
import type { upload } from './upload.ts';

export type Requests = ReturnType<typeof createRequests>;

/** Signed calls to the fridge backend (spec section 7; architecture, "The wire"); `bindToVisit` has checked them. */
export function createRequests({
  settings,
  clock,
  credentials,
  fetch,
  createXhr,
  onRefusedCredential,
  loadUpload = () => import('./upload.ts'),
}: {
  settings: Pick<RuntimeSettings, 'apiBase' | 'signing' | 'activity2023'>;
  clock: ServerClock;
  /** `user`: of a full session. `report`: of a report link; reads that report only. */
  credentials: { user(): Credential | null; report(): Promise<Credential | null> };
  fetch: typeof globalThis.fetch;
  createXhr: () => XMLHttpRequest;
  /** The server refuses it (code 401). */
  onRefusedCredential: (credential: Credential) => void;
  loadUpload?: () => Promise<{ upload: typeof upload }>;
}) {
  /** Never rejects. */
  async function make<Data>({
    data,
    fields: given,
    access,
    limits = { total: REQUEST_LIMIT_MS },
    signal,
    send,
  }: Pick<Call, 'access'> & {
    data: StandardSchema<Data>;
    fields: Fields;
    limits?: Parameters<typeof withinLimit>[0] | undefined;
    signal?: AbortSignal | undefined;
    send: (fields: Fields, headers: Readonly<Record<string, string>>, limit: TimeLimit) => Promise<Exchange>;
  }): Promise<CallResult<Data>> {
    // A form can't tell an empty field from none.
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const attempt = async (limit: TimeLimit): Promise<CallResult<Data>> => {
      const link = access === 'report' && credentials.user() === null ? await credentials.report() : null;
      const user = credentials.user(); // the user may have logged in since
      const credential = user ?? link;
      const headers = credential ? { authorization: authorizationHeader(credential) } : {};
      const sendAt = async (stamp: number) => {
        const answer = await send(await signFields(settings.signing, fields, stamp), headers, limit);
        if (!answer.ok) return failure(answer.reason);
        clock.observe(answer.headers);
        return readAnswer(answer.text, data);
      };
      const stamp = clock.realNow();
      let result = await sendAt(stamp);
      // If the device's clock was wrong, the refusal's headers have corrected ours. Travel counts in a signature's age.
      const clockWasOff = Math.abs(clock.realNow() - stamp) > SIGNATURE_WINDOW_MS - REQUEST_LIMIT_MS;
      if (clockWasOff && !result.ok && result.reason === 'refused') result = await sendAt(clock.realNow());
      if (user && !result.ok && result.code === answerCode.notAuthorized) onRefusedCredential(user);
      return result;
    };
    // Lazy code may fail to load.
    const made = await withinLimit(limits, attempt, signal).catch(() => 'network' as const);
    return typeof made === 'string' ? failure(made) : made;
  }

  async function call(
    { path, access, data, files: fileNames }: Call,
    fields: Fields,
    { signal, files = {}, onProgress }: CallOptions = {},
  ): Promise<CallResult<unknown>> {
    const resolved = resolveCallPath(path, settings.activity2023);
    if (resolved === null) return failure('invalid');
    const url = settings.apiBase + resolved;
    const isUpload = fileNames.length > 0;
    const result = await make({
      data,
      fields,
      access,
      limits: isUpload ? UPLOAD_LIMITS_MS : undefined,
      signal,
      async send(signed, headers, limit) {
        if (!isUpload) {
          const body = new URLSearchParams(signed);
          return exchange(url, { method: 'POST', headers, body, signal: limit.signal }, fetch);
        }
        const { upload } = await loadUpload();
        if (limit.signal.aborted) return { ok: false, reason: 'aborted' };
        return upload(url, { headers, fields: signed, files, limit, bodyLimit: BODY_LIMIT, createXhr, onProgress });
      },
    });
    // Has its own text (spec section 8).
    return isUpload && !result.ok && result.reason === 'network'
      ? { ...result, message: copy['contest.upload.transport.toast'] }
      : result;
  }

  return {
    service: { call: call as RequestService['call'] }, // the call's schema validates its data
    get: <Data>(path: string, fields: Fields, data: StandardSchema<Data>): Promise<CallResult<Data>> =>
      make({
        data,
        fields,
        access: 'none',
        send: (signed, headers, { signal }) =>
          exchange(`${settings.apiBase}${path}?${new URLSearchParams(signed).toString()}`, { headers, signal }, fetch),
      }),
  };
}

const failureTexts = {
  timeout: commonCopy['common.timeout.toast'],
  network: commonCopy['common.network.toast'],
  malformed: commonCopy['common.fallback.toast'],
  invalid: commonCopy['common.fallback.toast'],
  aborted: '',
} as const;

function failure(reason: keyof typeof failureTexts): Extract<CallResult<never>, { ok: false }> {
  return { ok: false, reason, code: -1, message: failureTexts[reason] };
}

/**
 * Code 0 is success, 204 a notice, any other a refusal (spec section 8); unreadable or mismatched data is malformed.
 * @param schema of `data`; one of a remote that throws or validates asynchronously fits nothing
 */
export function readAnswer<Data>(text: string, schema: StandardSchema<Data>): CallResult<Data> {
  const answer = v.safeParse(answerSchema, parseJson(text));
  if (!answer.success) return failure('malformed');
  const { code, msg, data } = answer.output;
  if (code !== answerCode.success) {
    const reason = code === answerCode.notice ? 'notice' : 'refused';
    return { ok: false, reason, code, message: msg?.trim() || commonCopy['common.fallback.toast'] };
  }
  try {
    const result = schema['~standard'].validate(data);
    if (result instanceof Promise) result.catch(() => undefined);
    else if (!result.issues) return { ok: true, data: result.value };
  } catch {
    // Malformed.
  }
  return failure('malformed');
}
