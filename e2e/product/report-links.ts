import { createCipheriv } from 'node:crypto';
import { issueAccessToken } from '@fridge/server';
import { demoKeys } from '@fridge/server/operations/keys/key-variables';
import type { Household } from '../households.ts';
import { demoCall } from './demo-cloud.ts';
import type { Product } from './run-product.ts';

/** Fields of a link that a story replaces: an expired token, another fridge. */
type Change = Readonly<Record<string, string>>;

/** An access token that reads one user's report and nothing more, as the companion app's cloud gives it. */
export async function reportToken(
  product: Pick<Product, 'apiUrl'>,
  { userId }: Pick<Household, 'userId'>,
): Promise<string> {
  const { accessToken } = await demoCall<{ accessToken: string }>(product, 'login', { userId, scope: 'report' });
  return accessToken;
}

/** A report token whose time is over. */
export function expiredReportToken({ userId }: Pick<Household, 'userId'>): Promise<string> {
  return issueAccessToken({ userId, scope: 'report', expiresAt: Date.now() - 60_000 }, demoKeys.CLOUD_KEY);
}

/**
 * What the app's report card carries instead of a value: AES-128-ECB with PKCS7, base64url (architecture, "The wire").
 */
export function encryptForLink(text: string, key: string = demoKeys.REPORT_LINK_KEY): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'utf8'), null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
}

/**
 * The path that the app's report card opens: `source=meijuReport` with the fridge, a report token, user and model
 * encrypted.
 */
export async function reportCardPath(
  product: Pick<Product, 'apiUrl'>,
  household: Household,
  change: Change = {},
): Promise<string> {
  const { fridgeId, sn8 } = fridgeOf(household);
  const at = await reportToken(product, household);
  return pathWith({
    source: 'meijuReport',
    ac: fridgeId,
    at,
    userId: encryptForLink(household.userId),
    sn8: encryptForLink(sn8),
    ...change,
  });
}

/** The path of a report in a browser: a report token as `wxToken`, the rest in plain. */
export async function browserReportPath(
  product: Pick<Product, 'apiUrl'>,
  household: Household,
  change: Change = {},
): Promise<string> {
  const { fridgeId, sn8 } = fridgeOf(household);
  return pathWith({
    fridgeId,
    sn8,
    userId: household.userId,
    wxToken: await reportToken(product, household),
    ...change,
  });
}

function fridgeOf({ userId, fridges: [fridge] }: Household) {
  if (fridge === undefined) throw new Error(`${userId} has no fridge, and so no report.`);
  return fridge;
}

const pathWith = (query: Record<string, string>) => `/yearReport?${new URLSearchParams(query).toString()}`;
