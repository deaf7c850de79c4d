import { createHash, randomUUID } from 'node:crypto';
import { type Answer, answerSchema } from '@fridge/shared-contracts/page';
import { kitText, type TeamAction, type TeamClaims, teamPaths } from '@fridge/shared-contracts/team';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import * as v from 'valibot';
import { keyIdOf } from '../releases/teams/team-keys.ts';

export type TeamSigner = {
  keyId: string;
  publicKey: string;
  sign(claims: object, header?: object): Promise<string>;
};

/** As the kit makes keys: none starts like an option of a command line. */
export async function makeTeamKey(): Promise<TeamSigner> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { x = '' } = await exportJWK(publicKey);
  if (x.startsWith('-')) return makeTeamKey();
  const keyId = keyIdOf(x);
  return {
    keyId,
    publicKey: x,
    sign: (claims, header = {}) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'EdDSA', kid: keyId, ...header })
        .sign(privateKey),
  };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The API origin of `startTestServer`. */
const testAudience = 'http://api.example';

/** Claims of a sound request for this body. */
export function claimsFor(team: string, action: TeamAction, body: string): TeamClaims {
  const release: unknown = Reflect.get(Object(JSON.parse(body)), 'release');
  return {
    iss: team,
    aud: testAudience,
    sub: action,
    iat: Math.floor(Date.now() / 1_000),
    jti: randomUUID(),
    body: sha256(body),
    ...(typeof release === 'string' && { release: sha256(release) }),
  };
}

/** Signs and sends a request of a team. */
export async function sendAsTeam(
  url: string,
  { team, key }: { team: string; key: TeamSigner },
  action: TeamAction,
  fields: object,
): Promise<Answer> {
  const body = JSON.stringify({ kit: kitText, ...fields });
  return sendSigned(url, action, body, await key.sign(claimsFor(team, action, body)));
}

export async function sendSigned(url: string, action: TeamAction, body: string, signature: string): Promise<Answer> {
  const response = await fetch(`${url}${teamPaths[action]}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: `Team ${signature}` },
  });
  return answerOf(response);
}

export type Upload = { release: string; files: Iterable<readonly [string, string | Buffer]> };

/** A multipart body of `request` and files, in this order. */
function uploadForm(body: string, files: Upload['files']): FormData {
  const form = new FormData();
  form.append('request', body);
  for (const [file, content] of files) form.append(file, new Blob([new Uint8Array(Buffer.from(content))]), 'file');
  return form;
}

/** Signs a publication, and sends it with its files. */
export async function uploadAsTeam(
  url: string,
  { team, key }: { team: string; key: TeamSigner },
  { release, files }: Upload,
  fields: object = {},
): Promise<Answer> {
  const body = JSON.stringify({ kit: kitText, release, baseUrl: null, ...fields });
  const authorization = `Team ${await key.sign(claimsFor(team, 'publish', body))}`;
  const sent = { method: 'POST', body: uploadForm(body, files), headers: { authorization } };
  return answerOf(await fetch(`${url}${teamPaths.publish}`, sent));
}

async function answerOf(response: Response): Promise<Answer> {
  const { code, msg, data } = v.parse(answerSchema, await response.json());
  return { code, msg: msg ?? '', data };
}

/** `release.json` as its origin serves it. */
export const descriptionAt = async (address: string): Promise<string> => (await fetch(`${address}release.json`)).text();
