import { createStore } from 'zustand/vanilla';
import type { Session, Skin, Store } from '@fridge/shared-contracts';
import {
  DEVICE_CONFIG_PATH,
  deviceConfigSchema,
  modelOf,
  type PageContext,
  skinForDevice,
  skinOf,
} from '@fridge/shared-contracts/page';
import type { ReadableStore } from '../lib/read-store.ts';
import type { Requests } from './requests/requests.ts';

/**
 * The address's brand, else that of the page as served until the fridge's model is known (spec sections 1 and 2); it
 * stays for a model without a known brand.
 */
export function createSkin(
  context: Pick<PageContext, 'brand' | 'sn8'>,
  session: Store<Session>,
  requests: Pick<Requests, 'get'>,
  served: Skin = 0,
): ReadableStore<Skin> {
  const store = createStore<Skin>(() => (context.brand === -1 ? served : skinOf(context.brand)));
  if (context.brand !== -1) return store;
  let latest = '';
  const update = async () => {
    const sn8 = session.getState().fridge?.sn8 || context.sn8;
    if (sn8 === latest) return;
    latest = sn8;
    const sn = modelOf(sn8);
    if (sn === null) return;
    const result = await requests.get(DEVICE_CONFIG_PATH, { sn }, deviceConfigSchema);
    if (result.ok && sn8 === latest) store.setState(skinForDevice(result.data));
  };
  session.subscribe(() => void update());
  void update();
  return store;
}

/** What the origin knew; without it the main brand. */
export const servedSkin = ({ dataset }: HTMLElement): Skin =>
  ([1, 2] as const).find((skin) => String(skin) === dataset['skin']) ?? 0;
