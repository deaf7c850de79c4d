import { commonCopy, type HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { createLateCode, type LoadContext, type ServerAnswer, type ServerRead, useServerData } from '@fridge/shared-ui';
import { useCallback, useState } from 'react';
import { loadPrizes, prizeKind } from '../prizes/use-prizes.ts';
import { type AddressVisit, readAddressVisit } from './open-address.ts';
import { type Areas, type Region, splitAddress } from './region-field.tsx';

/** The form's initial values. */
export type AddressDraft = { name: string; phone: string; region: Region; detail: string };

/** `notFound`: no physical prize of the user has this id, or it was revoked. */
export type Recipient = 'notFound' | { prize: Prize; areas: Areas; draft: AddressDraft };

const lateAreas = createLateCode<{ areaList: Areas }>(() => import('@vant/area-data'));

/**
 * The address's prize, the regions (a separate chunk) and the form's initial values. Unsaved input survives an expired
 * session.
 */
export function useRecipient(host: HostServices): ServerRead<Recipient> {
  // Once: the query may change while leaving.
  const [visit] = useState(() => readAddressVisit(host.navigation.query));
  const load = useCallback((context: LoadContext) => loadRecipient(host, visit, context), [host, visit]);
  return useServerData(host, load, { outlastsSession: true });
}

async function loadRecipient(
  host: HostServices,
  visit: AddressVisit,
  context: LoadContext,
): Promise<ServerAnswer<Recipient>> {
  const [list, areas] = await Promise.all([loadPrizes(host, context), lateAreas.load()]);
  if (!list.ok) return list;
  if (!areas.ok) return { ok: false, message: commonCopy['common.loadFail'] };
  const { data: prizes, missing } = list;
  const prize = prizes.find(
    (candidate) => candidate.id === visit.id && prizeKind(candidate) === 'physical' && !candidate.isRevoked,
  );
  if (prize === undefined) return missing ? { ok: false, ...missing } : { ok: true, data: 'notFound' };
  const { mobile } = host.session.getState();
  // Server data first: anyone can write the parameters, and a wrong address is easily overlooked. The prize's own, then
  // the latest: most people have one address.
  const { userName, userPhone, userAddress } =
    [prize, ...prizes].find((each) => each.userAddress !== '') ?? visit.recipient ?? prize;
  const { areaList } = areas.code;
  const draft = { name: userName, phone: userPhone || mobile, ...splitAddress(areaList, userAddress) };
  return { ok: true, data: { prize, areas: areaList, draft } };
}
