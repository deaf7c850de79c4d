import { randomUUID } from 'node:crypto';
import type { Call } from '@fridge/shared-contracts';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { pathOf, signed } from '@fridge/server/testing/client';
import type { Household } from '../households.ts';
import { tokenOf } from '../production/household.ts';
import { crowd } from './customers.ts';
import type { Site } from './site.ts';

const PER_SECOND = 30;
/** As long as a page waits. */
const LIMIT_MS = 10_000;
/** What a healthy site answers: done, or what the user lacks, such as a chance. */
const SERVED: ReadonlySet<number> = new Set([0, 204]);

export type Load = {
  /** Ends it once everything is answered. */
  stop(): Promise<{ requests: number; draws: number; failures: readonly string[] }>;
};

/** Users who come all the time: signed reads, shares, draws, pages with their files. */
export function startLoad({ hostUrl, apiUrl, secrets }: Pick<Site, 'hostUrl' | 'apiUrl' | 'secrets'>): Load {
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  let [requests, draws] = [0, 0];

  const call = async (name: string, { userId }: Household, asked: Call, fields: Record<string, string>) => {
    const token = await tokenOf(userId, secrets['cloud-key'] ?? '');
    const response = await fetch(apiUrl + pathOf(asked), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${userId}:${token}`).toString('base64')}` },
      body: new URLSearchParams(signed(fields, secrets['signing-key'])),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const { code, data }: { code: number; data: unknown } = await response.json();
    if (!SERVED.has(code)) throw new Error(`${name}: HTTP ${response.status}, code ${code}`);
    return { code, data };
  };
  const load = async (path: string) => {
    const response = await fetch(hostUrl + path, { signal: AbortSignal.timeout(LIMIT_MS) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: HTTP ${response.status}`);
    return text;
  };
  const kinds: readonly ((user: Household) => Promise<unknown>)[] = [
    (user) => call('read', user, drawCalls.getSurplusNum, {}),
    async (user) => {
      const { code, data } = await call('draw', user, drawCalls.draw, { requestId: randomUUID() });
      if (code === 0 && data !== null) draws += 1;
    },
    (user) => call('prizes', user, drawCalls.getMyGiftList, {}),
    (user) => call('share', user, sharingCalls.annualRecord, { type: recordType.sharedCampaign, userId: user.userId }),
    async () => {
      const asset = /["'](\/assets\/[^"']+\.js)/.exec(await load('/open'))?.[1];
      if (asset === undefined) throw new Error('The page names no script.');
      await load(asset);
    },
    () => load('/remotes.json'),
  ];
  const timer = setInterval(() => {
    const user = crowd[requests % crowd.length];
    const kind = kinds[requests % kinds.length];
    requests += 1;
    if (user === undefined || kind === undefined) return;
    const at = new Date().toISOString();
    const one: Promise<void> = kind(user)
      .then(
        () => undefined,
        (error: unknown) => void failures.push(`${at} ${described(error)}`),
      )
      .finally(() => underWay.delete(one));
    underWay.add(one);
  }, 1000 / PER_SECOND);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return { requests, draws, failures };
    },
  };
}

/** `fetch` says why in the cause. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
