import {
  answerCode, type CallData, type CallFields, type CallName, type CallResult, calls, REQUEST_LIMIT_MS, type RequestService,
  type RuntimeSettings, SIGNATURE_WINDOW_MS,
} from '@fridge/shared-contracts';
import type * as v from 'valibot';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Credential, Credentials } from '../session/credentials.ts';
import { authorizationHeader } from './authorization.ts';
import { callPath } from './call-path.ts';
import { exchange } from './exchange.ts';
import { failure, readAnswer } from './read-answer.ts';
import { type Fields, createSigner } from './signer.ts';
import { signFields } from './sign-fields.ts';
import { startTimeLimit } from './time-limit.ts';

/** Time on the way that a signature's age may include; a clock this close to the window's edge is off. */
const TRAVEL_MS = REQUEST_LIMIT_MS;

export interface Requests extends RequestService {
  /** A signed GET outside the table of calls. Quiet: its caller has something to fall back on. */
  get<Schema extends v.GenericSchema>(path: string, fields: Fields, schema: Schema): Promise<CallResult<v.InferOutput<Schema>>>;
}

export interface RequestDependencies {
  settings: Pick<RuntimeSettings, 'apiBase' | 'signing' | 'activity2023'>;
  clock: Pick<ServerClock, 'observe' | 'realNow'>;
  credentials: Credentials;
  fetch: typeof fetch;
  random: Pick<Crypto, 'getRandomValues'>;
  toast: (text: string) => void;
  /** The server doesn't accept this credential (code 401). */
  onRefusedCredential: (credential: Credential) => void;
}

/** Signed calls to the fridge backend (spec section 7; architecture, "The wire"). */
export function createRequests(dependencies: RequestDependencies): Requests {
  const { settings, clock, credentials, fetch, random, toast, onRefusedCredential } = dependencies;
  const sign = createSigner(settings.signing);

  async function attempt<Schema extends v.GenericSchema>(
    method: 'GET' | 'POST',
    path: string,
    unsigned: Readonly<Record<string, string | undefined>>,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<CallResult<v.InferOutput<Schema>>> {
    const limit = startTimeLimit(REQUEST_LIMIT_MS, signal);
    const credential = credentials.current();
    const once = async () => {
      const { fields, stamp } = await signFields(unsigned, { sign, now: clock.realNow, random });
      const form = new URLSearchParams(fields);
      const headers: Record<string, string> = credential ? { authorization: authorizationHeader(credential) } : {};
      const answer = await exchange(
        settings.apiBase + path + (method === 'GET' ? `?${form.toString()}` : ''),
        method === 'GET' ? { method, headers } : { method, headers, body: form },
        { fetch, limit, onHeaders: clock.observe },
      );
      return { result: answer.ok ? readAnswer(answer.text, schema) : failure(answer.because), stamp };
    };
    try {
      const first = await once();
      // The device's clock was too far off for the signature; the refusal's own headers have set ours right.
      const clockWasOff = Math.abs(clock.realNow() - first.stamp) > SIGNATURE_WINDOW_MS - TRAVEL_MS;
      const isRefusal = !first.result.ok && first.result.because === 'refused';
      const { result } = isRefusal && clockWasOff ? await once() : first;
      if (credential && !result.ok && result.code === answerCode.notAuthorized) onRefusedCredential(credential);
      return result;
    } catch {
      // Only signing can throw: its code is loaded on demand when the setting asks for AES.
      return failure('network');
    } finally {
      limit.end();
    }
  }

  return {
    async call<C extends CallName>(
      name: C,
      fields: CallFields<C>,
      { signal, quiet = false }: { signal?: AbortSignal; quiet?: boolean } = {},
    ): Promise<CallResult<CallData<C>>> {
      const schema: v.GenericSchema = calls[name].data;
      const parsed = await attempt('POST', callPath(name, settings.activity2023), fields, schema, signal);
      const result = parsed as CallResult<CallData<C>>; // parsed by this call's own schema, which the compiler can't follow
      if (!result.ok && !quiet && result.because !== 'aborted') toast(result.message);
      return result;
    },
    get: (path, fields, schema) => attempt('GET', path, fields, schema),
  };
}
