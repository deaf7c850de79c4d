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

/** A request that wasn't served; times are ms since the epoch. */
export type Failure = {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly why: string;
  /** Sends it again, a draw by the same id. @throws unless it is served */
  again(): Promise<unknown>;
};

type Served = { readonly code: number; readonly data: unknown };

/** A draw that was done, and what its user was told. */
export type Draw = { readonly told: Served; again(): Promise<Served> };

export type Load = {
  /** Ends it once everything is answered. */
  stop(): Promise<{ requests: number; draws: readonly Draw[]; failures: readonly Failure[] }>;
};

/** Users who come all the time: signed reads, shares, draws, pages with their files. Every other one draws. */
export function startLoad(
  { hostUrl, apiUrl, secrets }: Pick<Site, 'hostUrl' | 'apiUrl' | 'secrets'>,
  users: readonly Household[] = crowd,
): Load {
  const failures: Failure[] = [];
  const draws: Draw[] = [];
  const underWay = new Set<Promise<void>>();
  let requests = 0;

  const call = async (
    name: string,
    { userId }: Household,
    asked: Call,
    fields: Record<string, string>,
  ): Promise<Served> => {
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
  /** What a user is about to send; sent again it is the same request, signed anew. */
  const kinds: readonly ((user: Household) => () => Promise<unknown>)[] = [
    (user) => () => call('read', user, drawCalls.getSurplusNum, {}),
    (user) => {
      const requestId = randomUUID();
      const again = () => call('draw', user, drawCalls.draw, { requestId });
      return async () => {
        const told = await again();
        if (told.data !== null) draws.push({ told, again });
      };
    },
    (user) => () => call('prizes', user, drawCalls.getMyGiftList, {}),
    (user) => () =>
      call('share', user, sharingCalls.annualRecord, { type: recordType.sharedCampaign, userId: user.userId }),
    () => async () => {
      const asset = /["'](\/assets\/[^"']+\.js)/.exec(await load('/open'))?.[1];
      if (asset === undefined) throw new Error('The page names no script.');
      await load(asset);
    },
    () => () => load('/remotes.json'),
  ];
  const timer = setInterval(() => {
    const user = users[requests % users.length];
    const kind = kinds[requests % kinds.length];
    requests += 1;
    if (user === undefined || kind === undefined) return;
    const startedAt = Date.now();
    const again = kind(user);
    const one: Promise<void> = again()
      .then(
        () => undefined,
        (error: unknown) => void failures.push({ startedAt, endedAt: Date.now(), why: described(error), again }),
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
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause ? `${String(cause.code)} ` : '';
  return `${error.message}: ${code}${cause.message}`;
}
