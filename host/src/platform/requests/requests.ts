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
import { createLateCode } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import type { ServerClock } from '../clock.ts';
import { BODY_LIMIT, type Exchange, exchange, type TimeLimit, withinLimit } from './exchange.ts';
import { authorizationHeader, type Credential, type Fields, signFields } from './signing.ts';
import type { upload } from './upload.ts';

/** Travel time within a signature's age. */
const TRAVEL_MS = REQUEST_LIMIT_MS;

export type Requests = ReturnType<typeof createRequests>;

type Request<Data> = Pick<Call, 'access'> & {
  data: StandardSchema<Data>;
  fields: Fields;
  limits?: Parameters<typeof withinLimit>[0];
  signal?: AbortSignal | undefined;
  send: (fields: Fields, headers: Readonly<Record<string, string>>, limit: TimeLimit) => Promise<Exchange>;
};

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
  const lateUpload = createLateCode(loadUpload);

  /** Never rejects. */
  async function make<Data>({
    data,
    fields: given,
    access,
    limits,
    signal,
    send,
  }: Request<Data>): Promise<CallResult<Data>> {
    // A form can't tell an empty field from none.
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const attempt = async (limit: TimeLimit): Promise<CallResult<Data>> => {
      const link = access === 'report' && credentials.user() === null ? await credentials.report() : null;
      const user = credentials.user(); // the user may have logged in since
      const credential = user ?? link;
      const headers = credential ? { authorization: authorizationHeader(credential) } : {};
      const once = async () => {
        const stamp = clock.realNow();
        const answer = await send(await signFields(settings.signing, fields, stamp), headers, limit);
        if (answer.ok) clock.observe(answer.headers);
        return { result: answer.ok ? readAnswer(answer.text, data) : failure(answer.reason), stamp };
      };
      const first = await once();
      // If the device's clock was wrong, the refusal's headers have corrected ours.
      const clockWasOff = Math.abs(clock.realNow() - first.stamp) > SIGNATURE_WINDOW_MS - TRAVEL_MS;
      const isRefusal = !first.result.ok && first.result.reason === 'refused';
      const { result } = isRefusal && clockWasOff ? await once() : first;
      if (user && !result.ok && result.code === answerCode.notAuthorized) onRefusedCredential(user);
      return result;
    };
    // Lazy code may fail to load.
    const made = await withinLimit(limits ?? { total: REQUEST_LIMIT_MS }, attempt, signal).catch(
      () => 'network' as const,
    );
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
    if (fileNames.length === 0)
      return make({
        data,
        fields,
        access,
        signal,
        send: (signed, headers, limit) =>
          exchange(url, { method: 'POST', headers, body: new URLSearchParams(signed), signal: limit.signal }, fetch),
      });
    const result = await make({
      data,
      fields,
      access,
      limits: UPLOAD_LIMITS_MS,
      signal,
      async send(signed, headers, limit) {
        const loaded = await lateUpload.load();
        if (!loaded.ok || limit.signal.aborted) return { ok: false, reason: 'network' };
        return loaded.code.upload(url, {
          headers,
          fields: signed,
          files,
          limit,
          bodyLimit: BODY_LIMIT,
          createXhr,
          onProgress,
        });
      },
    });
    // Has its own text (spec section 8).
    return !result.ok && result.reason === 'network'
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
 * @param schema of `data`
 */
export function readAnswer<Data>(text: string, schema: StandardSchema<Data>): CallResult<Data> {
  const answer = v.safeParse(answerSchema, parseJson(text));
  if (!answer.success) return failure('malformed');
  const { code, msg, data } = answer.output;
  if (code !== answerCode.success) {
    const reason = code === answerCode.notice ? 'notice' : 'refused';
    return { ok: false, reason, code, message: msg?.trim() || commonCopy['common.fallback.toast'] };
  }
  return readData(schema, data) ?? failure('malformed');
}

/** @returns `null` for a mismatch, also if the remote's schema throws or validates asynchronously */
function readData<Data>(schema: StandardSchema<Data>, data: unknown): { ok: true; data: Data } | null {
  try {
    const result = schema['~standard'].validate(data);
    if (!(result instanceof Promise)) return result.issues ? null : { ok: true, data: result.value };
    result.catch(() => undefined);
  } catch {
    // Malformed.
  }
  return null;
}
