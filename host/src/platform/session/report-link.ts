import type { ActivityContext } from '@fridge/shared-contracts';
import type { PageContext } from '@fridge/shared-contracts/page';
import { loadAes } from '../requests/signing.ts';

export type ReportIdentity = { userId: string; accessToken: string; sn8: string; fridgeId: string };

const ID = /^[\w.\-:]{1,64}$/;

/** The app's report card encrypts user and model (spec section 2, "Routes"). */
const isEncryptedLink = ({ source }: Pick<PageContext, 'source'>): boolean => source === 'meijuReport';

/** Such a link calls the fridge id `ac`; the decrypted user and model are its identity's. */
export const withoutCipher = (context: PageContext): PageContext =>
  isEncryptedLink(context) ? { ...context, fridgeId: context.fridgeId || context.ac, userId: '', sn8: '' } : context;

/** For remotes: without tokens and ciphertext. */
export function activityContextOf(context: PageContext): ActivityContext {
  const { wxToken, at, ac: _ac, ...open } = withoutCipher(context);
  return { ...open, reportAccess: (isEncryptedLink(context) ? at : wxToken) !== '' };
}

/**
 * User and token of a shared browser link, or of `source=meijuReport`, whose cipher is loaded on demand (architecture,
 * "The wire"). Its keys are public; the server checks the token.
 * @param keys the link may be made with any of them
 * @returns `null` without token or user, or if decryption fails
 */
export function createReportLink(context: PageContext, keys: readonly string[]): () => Promise<ReportIdentity | null> {
  const read = async () => {
    if (isEncryptedLink(context)) return context.at && context.userId ? decrypt(context, keys) : null;
    const { userId, wxToken, sn8, fridgeId } = context;
    return wxToken && userId ? { userId, accessToken: wxToken, sn8, fridgeId } : null;
  };
  let identity: Promise<ReportIdentity | null> | undefined;
  return () => {
    identity ??= read().catch(() => {
      identity = undefined; // the cipher's code could not be loaded; the next call tries again
      return null;
    });
    return identity;
  };
}

async function decrypt(context: PageContext, keys: readonly string[]): Promise<ReportIdentity | null> {
  const { decryptAes } = await loadAes();
  for (const key of keys) {
    const userId = decryptAes(context.userId, key);
    const sn8 = context.sn8 === '' ? '' : decryptAes(context.sn8, key);
    if (userId === null || !ID.test(userId) || sn8 === null || (sn8 !== '' && !ID.test(sn8))) continue;
    return { userId, accessToken: context.at, sn8, fridgeId: withoutCipher(context).fridgeId };
  }
  return null;
}
