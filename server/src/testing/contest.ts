import { type Answer, answerSchema } from '@fridge/shared-contracts/page';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import * as v from 'valibot';
import { authorizationOf, callAs, pathOf, signed } from './client.ts';
import type { TestHousehold } from './households.ts';
import { smallPicture } from './photos.ts';

const uploadedSchema = v.object({ imgUrl: v.string() });
const storedSchema = v.object({ id: v.string() });

/** An upload's parts. */
export type UploadParts = { fields: Record<string, string>; file: Blob; fileName: string };

/** Uploads a file as the page does. */
export async function uploadAs(
  household: TestHousehold,
  serverUrl: string,
  content: Uint8Array<ArrayBuffer> | Buffer,
  {
    fileName = 'photo.jpg',
    type = 'image/jpeg',
    fields = {},
    parts,
  }: {
    fileName?: string;
    type?: string;
    fields?: Record<string, string>;
    parts?: (given: UploadParts) => FormData;
  } = {},
): Promise<Answer> {
  const given = {
    fields: signed({ fridgeId: household.fridgeId, ...fields }),
    file: new Blob([new Uint8Array(content)], { type }),
    fileName,
  };
  const response = await fetch(`${serverUrl}${pathOf(contestCalls.uploadWork)}`, {
    method: 'POST',
    body: (parts ?? fieldsFirst)(given),
    headers: { authorization: await authorizationOf(household.userId) },
  });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  const { code, msg, data } = v.parse(answerSchema, await response.json());
  return { code, msg: msg ?? '', data };
}

function fieldsFirst({ fields, file, fileName }: UploadParts): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('imgUrl', file, fileName);
  return body;
}

/** Uploads small pictures. @returns their addresses */
export async function uploaded(household: TestHousehold, serverUrl: string, count: number): Promise<string[]> {
  const picture = await smallPicture();
  return Promise.all(
    Array.from(
      { length: count },
      async () => v.parse(uploadedSchema, (await uploadAs(household, serverUrl, picture)).data).imgUrl,
    ),
  );
}

/** A picture's address at this server: answers have the settings' origin. */
export function shownAt(serverUrl: string, address: string): string {
  return `${serverUrl}${new URL(address).pathname}`;
}

const desc = '牛腩提前一晚放进冷藏室慢慢解冻，肉汁不流失。'.repeat(6);

/** Valid fields of a recipe. */
export function recipeOf(
  household: TestHousehold,
  images: readonly string[],
  change: Record<string, string> = {},
): Record<string, string> {
  return {
    cookName: '番茄牛腩煲',
    desc,
    image: images.join(','),
    fridgeId: household.fridgeId,
    devicePhone: household.phone,
    nickName: '小林',
    ...change,
  };
}

/** Valid fields of a photo share. */
export function photoShareOf(
  household: TestHousehold,
  images: readonly string[],
  change: Record<string, string> = {},
): Record<string, string> {
  return {
    desc: '今天的冰箱',
    phone: '13912345678',
    image: images.join(','),
    fridgeId: household.fridgeId,
    devicePhone: household.phone,
    ...change,
  };
}

/** The field `steps` of a recipe. */
export function stepsOf(...steps: { image: string; stepDesc: string }[]): string {
  return JSON.stringify(steps);
}

/** Submits a recipe. @returns its id */
export async function sentRecipe(
  household: TestHousehold,
  serverUrl: string,
  change: Record<string, string> = {},
): Promise<string> {
  const images = await uploaded(household, serverUrl, 2);
  const answer = await callAs(household, serverUrl, contestCalls.saveWork, recipeOf(household, images, change));
  return v.parse(storedSchema, answer.data).id;
}

/** A work as the household sees it. */
export async function workOf(household: TestHousehold, serverUrl: string, id: string) {
  return v.parse(
    contestCalls.getWorkDetail.data,
    (await callAs(household, serverUrl, contestCalls.getWorkDetail, { id })).data,
  );
}
