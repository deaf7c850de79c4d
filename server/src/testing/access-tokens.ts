import { decodeJwt } from 'jose';
import { type Identity, readAuthorization } from '../admission/authorization.ts';
import type { CloudKeys } from '../operations/keys/cloud-keys.ts';

/** Reads a token as a call does that carries it with its own user's id. @param now real time, milliseconds */
export const readAccessToken = (token: string, cloudKeys: CloudKeys, now: number): Promise<Identity | null> =>
  readAuthorization(`Basic ${Buffer.from(`${userOf(token)}:${token}`).toString('base64')}`, { cloudKeys, now });

function userOf(token: string): string {
  try {
    return decodeJwt(token).sub ?? 'someone';
  } catch {
    return 'someone';
  }
}
