import { answerCode, type CallAccess, type CallResult, type RequestService } from '@fridge/shared-contracts';
import {
  isProductCall, REQUEST_LIMIT_MS, type RuntimeSettings, SIGNATURE_WINDOW_MS, UPLOAD_LIMITS_MS,
} from '@fridge/shared-contracts/host';
import { createLateCode } from '@fridge/shared-ui';
import type { Failure, ServedRelease, ServerClock } from '../platform.ts';
import type { Credential, Credentials } from '../session/credentials.ts';
import { type CheckedCall, checkCall } from './check-call.ts';
import { BODY_LIMIT, type Exchange, exchange, startTimeLimit, type TimeLimit } from './exchange.ts';
import { failure, readAnswer, uploadFailure } from './read-answer.ts';
import { authorizationHeader, createNonces, createSigner, type Fields, signFields } from './signing.ts';
import type { Upload } from './upload.ts';

/** Time on the way that a signature's age may include; a clock this close to the window's edge is off. */
const TRAVEL_MS = REQUEST_LIMIT_MS;

export interface Requests {
  /** The calls of one release. @param toast says what failed, unless the call is quiet */
  for(release: Pick<ServedRelease, 'name' | 'version' | 'calls'>, toast: (text: string) => void): RequestService;
  /** The host's own signed GET. Quiet: its caller has something to fall back on. */
  get<Data>(path: string, fields: Fields, read: (data: unknown) => { value: Data } | null): Promise<CallResult<Data>>;
}

export interface RequestDependencies {
  settings: Pick<RuntimeSettings, 'apiBase' | 'signing' | 'activity2023'>;
  clock: Pick<ServerClock, 'observe' | 'realNow'>;
  credentials: Credentials;
  fetch: typeof fetch;
  random: Pick<Crypto, 'getRandomValues'>;
  /** For uploads, which `fetch` tells no progress of. */
  createRequest?: (() => XMLHttpRequest) | undefined;
  /** The server doesn't accept this user's credential (code 401). */
  onRefusedCredential: (credential: Credential) => void;
  reportFailure: (failure: Failure) => void;
  /** The code that sends files. */
  loadUpload?: () => Promise<{ upload: Upload }>;
}

/** One request, signed and authorized: gets the fields, the headers and the limit. */
type Send = (fields: Fields, headers: Readonly<Record<string, string>>, limit: TimeLimit) => Promise<Exchange>;

/** Signed calls to the fridge backend (spec section 7; architecture, "The wire"). */
export function createRequests(dependencies: RequestDependencies): Requests {
  const { settings, clock, credentials, fetch, random, onRefusedCredential, reportFailure } = dependencies;
  const createRequest = dependencies.createRequest ?? (() => new XMLHttpRequest());
  const lateUpload = createLateCode<{ upload: Upload }>(dependencies.loadUpload ?? (() => import('./upload.ts')));
  const sign = createSigner(settings.signing);
  const createNonce = createNonces(settings.signing, random);

  async function attempt<Data>(unsigned: Fields, access: CallAccess, read: (data: unknown) => { value: Data } | null, limit: TimeLimit, send: Send): Promise<CallResult<Data>> {
    const link = access === 'report' && credentials.user() === null ? await credentials.report() : null;
    const user = credentials.user(); // somebody may have logged in while the link was deciphered
    const credential = user ?? link;
    const headers = credential ? { authorization: authorizationHeader(credential) } : {};
    const once = async () => {
      const { fields, stamp } = await signFields(unsigned, { sign, createNonce, now: clock.realNow });
      const answer: Exchange = limit.signal.aborted ? { ok: false, reason: 'aborted' } : await send(fields, headers, limit);
      return { result: answer.ok ? readAnswer(answer.text, read) : failure(answer.reason), stamp };
    };
    const first = await once();
    // The device's clock was too far off for the signature; the refusal's own headers have set ours right.
    const clockWasOff = Math.abs(clock.realNow() - first.stamp) > SIGNATURE_WINDOW_MS - TRAVEL_MS;
    const isRefusal = !first.result.ok && first.result.reason === 'refused';
    const { result } = isRefusal && clockWasOff ? await once() : first;
    if (user && !result.ok && result.code === answerCode.notAuthorized) onRefusedCredential(user);
    return result;
  }

  function post(call: CheckedCall, onThrow: () => void): Promise<CallResult<unknown>> {
    const url = settings.apiBase + call.path;
    const { files } = call;
    if (files === null) {
      const limit = startTimeLimit({ total: REQUEST_LIMIT_MS }, call.signal);
      const send: Send = (fields, headers) =>
        exchange(url, { method: 'POST', headers, body: new URLSearchParams(fields) }, { fetch, limit, onHeaders: clock.observe });
      return settle(limit, attempt(call.fields, call.access, call.read, limit, send));
    }
    const limit = startTimeLimit(UPLOAD_LIMITS_MS, call.signal);
    const send: Send = async (fields, headers) => {
      const loaded = await lateUpload.load();
      if (!loaded.ok || limit.signal.aborted) return { ok: false, reason: loaded.ok ? 'aborted' : 'network' };
      return loaded.code.upload(url, { headers, fields, files, limit, bodyLimit: BODY_LIMIT, onHeaders: clock.observe, createRequest, onProgress: (sent) => tellProgress(call, sent, onThrow) });
    };
    return settle(limit, attempt(call.fields, call.access, call.read, limit, send)).then((result) =>
      !result.ok && result.reason === 'network' ? uploadFailure() : result,
    );
  }

  return {
    for({ name, version, calls }, toast) {
      const refuse = (reason: 'undeclared' | 'invalid', quiet: boolean): CallResult<never> => {
        const result = failure(reason);
        if (!quiet) toast(result.message);
        return result;
      };
      const listed = calls && new Set(calls);
      const told = new Set<string>();
      const call = async (definition: unknown, fields: unknown, options: unknown): Promise<CallResult<unknown>> => {
        const checked = checkCall(definition, fields, options, settings.activity2023);
        if (!checked) return refuse('invalid', false);
        if (!(listed ? listed.has(checked.id) : isProductCall(checked.id))) {
          // Once for each call: a screen that asks again every second shouldn't fill the events.
          if (!told.has(checked.id)) reportFailure({ remote: name, version, phase: 'call', reason: 'undeclared' });
          told.add(checked.id);
          return refuse('undeclared', checked.quiet);
        }
        const result = await post(checked, () => reportFailure({ remote: name, version, phase: 'callback', reason: 'threw' }));
        if (!result.ok && !checked.quiet && result.reason !== 'aborted') toast(result.message);
        return result;
      };
      return Object.freeze({ call: call as RequestService['call'] }); // its data was read by the call's own schema, which the compiler can't follow
    },

    get(path, fields, read) {
      const limit = startTimeLimit({ total: REQUEST_LIMIT_MS });
      const send: Send = (signed, headers) =>
        exchange(`${settings.apiBase}${path}?${new URLSearchParams(signed).toString()}`, { method: 'GET', headers }, { fetch, limit, onHeaders: clock.observe });
      return settle(limit, attempt(fields, 'none', read, limit, send));
    },
  };
}

/** Whatever hangs - signing, a browser that goes on waiting - ends with the limit, and nothing is thrown. */
async function settle<Data>(limit: TimeLimit, work: Promise<CallResult<Data>>): Promise<CallResult<Data>> {
  try {
    return await Promise.race([limit.stopped.then((reason): CallResult<Data> => failure(reason)), work]);
  } catch {
    return failure('network'); // code that is loaded on demand didn't arrive
  } finally {
    limit.end();
  }
}

/** The callback is the remote's own: what it throws doesn't stop the upload. */
function tellProgress({ onProgress }: CheckedCall, sent: number, onThrow: () => void): void {
  try {
    onProgress?.(sent);
  } catch {
    onThrow();
  }
}
