import { randomUUID } from 'node:crypto';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { authorizationOf, pathOf, signed, tokenOf } from '@fridge/server/testing/client';
import { testOrigin } from '@fridge/server/testing/test-server';
import type { LoadCall } from './load.ts';

const TOKEN_LIFE_MS = 60 * 60_000;

/** Of the bench's accounts, by their numbers. */
export const householdOf = (number: number) => ({
  userId: `bench-user-${number}`,
  homeId: `bench-home-${number}`,
  fridgeId: `bench-fridge-${number}`,
});

const GOOD_ANSWER = Buffer.from('{"code":0,');

const authorizations = new Map<string, Promise<string>>();

async function authorizationFor(userId: string): Promise<string> {
  const known = authorizations.get(userId);
  if (known !== undefined) return known;
  const made = authorizationOf(userId, tokenOf(userId, 'full', Date.now() + TOKEN_LIFE_MS));
  authorizations.set(userId, made);
  return made;
}

/** Signs fields as a page does. */
async function prepareCall(userId: string, path: string, fields: Readonly<Record<string, string>>): Promise<LoadCall> {
  const body = new URLSearchParams(signed(fields)).toString();
  const request = requestOf(`POST ${path}`, [
    `authorization: ${await authorizationFor(userId)}`,
    `origin: ${testOrigin}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${Buffer.byteLength(body)}`,
  ]);
  return { request: Buffer.from(`${request}${body}`), good: GOOD_ANSWER };
}

export const prizesCall = (userId: string) => prepareCall(userId, pathOf(drawCalls.getMyPrize), { userId });

export const drawCall = (userId: string) => prepareCall(userId, pathOf(drawCalls.draw), { requestId: randomUUID() });

/** Every account of the bench has the question `q01`, whose right answer is B. */
export const rightAnswer = { questionId: 'q01', correctAnswer: 'B' } as const;

export const answerCall = ({ userId, fridgeId }: ReturnType<typeof householdOf>) =>
  prepareCall(userId, pathOf(campaignCalls.answerQuestion), {
    userId,
    fridgeId,
    ...rightAnswer,
    requestId: randomUUID(),
  });

/** The bare server's. */
export const selectCall = (userId: string): LoadCall => ({
  request: Buffer.from(requestOf(`GET /accounts/${userId}`, [])),
  good: Buffer.from('{"user_id":'),
});

const requestOf = (line: string, headers: readonly string[]) =>
  [
    `${line} HTTP/1.1`,
    'host: api.example',
    'user-agent: Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36',
    'accept: */*',
    ...headers,
    '\r\n',
  ].join('\r\n');
