import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { createLateCode } from '@fridge/shared-ui';
import { useCallback } from 'react';
import { prizeKind } from '../prizes/prize-kind.ts';
import { loadPrizes } from '../prizes/use-prizes.ts';
import { useSignedIn } from '../session/use-signed-in.ts';
import type { AddressVisit } from './open-address.ts';
import { type Areas, type Region, splitAddress } from './region.ts';

/** What the form starts with. */
export type AddressDraft = { name: string; phone: string; region: Region; detail: string };

export type Recipient =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** None of the user's physical prizes has this id. */
  | { status: 'notFound' }
  | { status: 'ready'; prize: Prize; areas: Areas; draft: AddressDraft };

/** The list of regions. */
const lateAreas = createLateCode<{ areaList: Areas }>(() => import('@vant/area-data'));

const loading: Recipient = { status: 'loading' };
const failed: Recipient = { status: 'failed', message: commonCopy['common.loadFail'] };

/**
 * The prize an address is for, read from the server by its id, and what the form starts with. The list of regions
 * comes at the same time, as a chunk of its own. What was typed outlasts the session.
 * @param visit what the screen was opened with; the same object on every drawing
 */
export function useRecipient(host: HostServices, visit: AddressVisit): { recipient: Recipient; reload: () => void } {
  const load = useCallback((services: HostServices, signedIn: boolean) => (signedIn ? loadRecipient(services, visit) : askForUser(services)), [visit]);
  const { shown, reload } = useSignedIn(host, loading, load, { outlastsSession: true });
  return { recipient: shown, reload };
}

/** @returns null when there is a user: the session's change brings the prize */
async function askForUser(host: HostServices): Promise<Recipient | null> {
  const permission = await host.session.require();
  return permission.allowed || permission.reason === 'noFridge' ? null : failed;
}

async function loadRecipient(host: HostServices, visit: AddressVisit): Promise<Recipient> {
  const [list, areas] = await Promise.all([loadPrizes(host), lateAreas.load()]);
  if (list.status === 'failed') return list;
  if (list.status !== 'ready' || !areas.ok) return failed;
  const prize = list.prizes.find((candidate) => candidate.id === visit.id && prizeKind(candidate) === 'physical');
  if (prize === undefined) return list.missing === null ? { status: 'notFound' } : { status: 'failed', message: list.missing };
  const { mobile } = host.session.getState();
  // What the server knows comes first: the parameters could be anyone's writing, and an address is easily overlooked.
  const { userName, userPhone, userAddress } = prize.userAddress === '' ? (lastRecipient(list.prizes) ?? visit.recipient ?? prize) : prize;
  return {
    status: 'ready',
    prize,
    areas: areas.code.areaList,
    draft: { name: userName, phone: userPhone || mobile, ...splitAddress(areas.code.areaList, userAddress) },
  };
}

/** Who the latest prize with an address goes to: most people have one address. */
function lastRecipient(prizes: readonly Prize[]): Prize | undefined {
  return prizes.find(({ userAddress }) => userAddress !== '');
}
