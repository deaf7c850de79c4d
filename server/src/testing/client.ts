import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Call } from '@fridge/shared-contracts';
import {
  type Answer,
  answerSchema,
  boundNonce,
  boundText,
  resolveCallPath,
  type SignerName,
} from '@fridge/shared-contracts/page';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import * as v from 'valibot';
import { questionBank } from '../activities/campaign/question.ts';
import { issueAccessToken, type Scope } from '../admission/authorization.ts';
import { sign } from '../admission/signature.ts';
import type { TestHousehold } from './households.ts';
import { testKeys } from './test-server.ts';
import { testSettings } from './settings.ts';

const signing = { signer: 'hmac-sha256', key: testKeys.SIGNING_KEY } as const;

export function tokenOf(userId: string, scope: Scope = 'full', expiresAt = Date.now() + 60_000): Promise<string> {
  return issueAccessToken({ userId, scope, expiresAt }, testKeys.CLOUD_KEY);
}

export async function authorizationOf(
  userId: string,
  token: string | Promise<string> = tokenOf(userId),
): Promise<string> {
  return `Basic ${Buffer.from(`${userId}:${await token}`).toString('base64')}`;
}

/** Signs fields as a page does: with time stamp, bound nonce and token. */
export function signed(fields: Record<string, string>, key: string = signing.key): Record<string, string> {
  const stamped = { time_stamp: String(Date.now()), ...fields };
  const salt = randomBytes(8).toString('hex').slice(0, 15);
  const hash = createHmac('sha256', key).update(boundText(stamped, salt)).digest('hex');
  return signedUnbound({ nonce: boundNonce(salt, hash), ...stamped }, { signer: 'hmac-sha256', key });
}

/** Signs fields as clients without bound nonces do. */
export function signedUnbound(
  fields: Record<string, string>,
  over: { signer: SignerName; key: string } = signing,
): Record<string, string> {
  const stamped = { time_stamp: String(Date.now()), nonce: randomUUID(), ...fields };
  return { ...stamped, token: sign(stamped, over) };
}

/** A call's path on a server without a settings file, where the settings' names are the default ones. */
export function pathOf({ path }: Pick<Call, 'path'>): string {
  return (typeof path === 'string' ? path : resolveCallPath(path, testSettings.activity2023)) ?? '';
}

/** Posts a form and reads the envelope. @throws unless the answer is HTTP 200 with an envelope */
export async function post(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const { code, msg, data } = v.parse(answerSchema, await response.json());
  return { code, msg: msg ?? '', data };
}

/** Makes a signed call as a household. */
export async function callAs(
  { userId }: Pick<TestHousehold, 'userId'>,
  serverUrl: string,
  call: Call,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const own = call.required.includes('userId') ? { userId } : {};
  return post(`${serverUrl}${pathOf(call)}`, signed({ ...own, ...fields }), {
    authorization: await authorizationOf(userId),
  });
}

const questionIdSchema = v.object({ questionId: v.string() });

/** Asks for a question. @returns its id, its right option and a wrong one */
export async function fetchQuestion(
  household: TestHousehold,
  serverUrl: string,
  replaced = '',
): Promise<{ questionId: string; right: string; wrong: string }> {
  const answer = await callAs(household, serverUrl, campaignCalls.getNewAnswer, { ...household, questionId: replaced });
  const { questionId } = v.parse(questionIdSchema, answer.data);
  const right = rightOptionOf(questionId);
  return { questionId, right, wrong: right === 'A' ? 'B' : 'A' };
}

export function rightOptionOf(questionId: string): string {
  return questionBank.find((question) => question.questionId === questionId)?.correct ?? '';
}

export function answerQuestion(
  household: TestHousehold,
  serverUrl: string,
  questionId: string,
  correctAnswer: string,
  requestId?: string,
): Promise<Answer> {
  const { userId, phone, fridgeId } = household;
  return callAs(household, serverUrl, campaignCalls.answerQuestion, {
    userId,
    phone,
    fridgeId,
    questionId,
    correctAnswer,
    ...(requestId !== undefined && { requestId }),
  });
}
