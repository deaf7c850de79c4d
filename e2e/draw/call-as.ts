import { randomUUID } from 'node:crypto';
import { type CallData, type CallFields, type CallName, calls, clockHeaders } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { demonstrationKeys } from '../../ops/src/settings/default-settings.ts';
import { sign } from '../../server/src/verification/sign.ts';
import type { Household } from '../households.ts';
import { demoCall } from '../product/demo-cloud.ts';
import type { Product } from '../product/run-product.ts';

type Answer = { code: number; msg: string; data: unknown };

/** One signed call in a household's name, past every page, stamped with the server's time: what the server itself says. */
export async function callAs<C extends CallName>(product: Pick<Product, 'apiUrl'>, { userId }: Pick<Household, 'userId'>, name: C, fields: CallFields<C>): Promise<Answer> {
  const { accessToken } = await demoCall<{ accessToken: string }>(product, 'login', { userId });
  const { headers } = await fetch(`${product.apiUrl}/health`);
  const form: Record<string, string> = { time_stamp: headers.get(clockHeaders.real) ?? '', nonce: randomUUID(), ...fields };
  form['token'] = sign(form, { signer: 'hmac-sha256', key: demonstrationKeys.signing });
  const response = await fetch(product.apiUrl + calls[name].path, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${userId}:${accessToken}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  return response.json();
}

/** The data of a call that has to succeed. */
export async function askAs<C extends CallName>(product: Pick<Product, 'apiUrl'>, household: Pick<Household, 'userId'>, name: C, fields: CallFields<C>): Promise<CallData<C>> {
  const { code, msg, data } = await callAs(product, household, name, fields);
  if (code !== 0) throw new Error(`${name} answered ${code}: ${msg}`);
  const schema: v.GenericSchema = calls[name].data;
  return v.parse(schema, data) as CallData<C>; // parsed by this call's own schema, which the compiler can't follow
}
