import { randomUUID } from 'node:crypto';
import type { Call, CallData, CallFields } from '@fridge/shared-contracts';
import { callId, clockHeaders, resolveCallPath } from '@fridge/shared-contracts/page';
import { demoKeys } from '@fridge/server/operations/keys/key-variables';
import { sign } from '@fridge/server';
import type { Household } from '../households.ts';
import { demoCall } from '../product/demo-cloud.ts';
import type { Product } from '../product/run-product.ts';

type Answer = { code: number; msg: string; data: unknown };

/**
 * One signed call in a household's name, past every page, stamped with the server's time: what the server itself says.
 * @param token another access token than a new login's
 */
export async function callAs<C extends Call>(
  product: Pick<Product, 'apiUrl'>,
  { userId }: Pick<Household, 'userId'>,
  call: C,
  fields: CallFields<C>,
  token?: string,
): Promise<Answer> {
  const accessToken = token ?? (await demoCall<{ accessToken: string }>(product, 'login', { userId })).accessToken;
  const { headers } = await fetch(`${product.apiUrl}/health`);
  const form: Record<string, string> = {
    time_stamp: headers.get(clockHeaders.real) ?? '',
    nonce: randomUUID(),
    ...fields,
  };
  form['token'] = sign(form, { signer: 'hmac-sha256', key: demoKeys.SIGNING_KEY });
  const response = await fetch(product.apiUrl + String(resolveCallPath(call.path, {})), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${userId}:${accessToken}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  return response.json();
}

/** The data of a call that has to succeed. */
export async function askAs<C extends Call>(
  product: Pick<Product, 'apiUrl'>,
  household: Pick<Household, 'userId'>,
  call: C,
  fields: CallFields<C>,
): Promise<CallData<C>> {
  const { code, msg, data } = await callAs(product, household, call, fields);
  if (code !== 0) throw new Error(`${callId(call)} answered ${code}: ${msg}`);
  const read = await call.data['~standard'].validate(data);
  if (read.issues) throw new Error(`${callId(call)} answered something else: ${JSON.stringify(data)}`);
  return read.value as CallData<C>; // read by this call's own schema, which the compiler can't follow
}
