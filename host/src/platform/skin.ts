import { createStore } from 'zustand/vanilla';
import type { Session, Skin, Store } from '@fridge/shared-contracts';
import {
  DEVICE_CONFIG_PATH,
  type DeviceConfig,
  deviceConfigSchema,
  type PageContext,
  skinOf,
} from '@fridge/shared-contracts/page';
import type { ReadableStore } from '../lib/read-store.ts';
import type { Requests } from './requests/requests.ts';

/** Only models of this length have a brand (spec section 9). */
const SN8_LENGTH = 8;

/**
 * The address's brand, else that of the page as served until the fridge's model is known (spec sections 1 and 2); it
 * stays for a model without a known brand. `getInfo` takes the sn8 from its 4th character (architecture, "The wire").
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
    if (sn8.length !== SN8_LENGTH) return;
    const result = await requests.get(DEVICE_CONFIG_PATH, { sn: sn8.slice(3) }, deviceConfigSchema);
    if (result.ok && sn8 === latest) store.setState(skinForDevice(result.data));
  };
  session.subscribe(() => void update());
  void update();
  return store;
}

/** What the origin knew; without it the main brand. */
export const servedSkin = ({ dataset }: HTMLElement): Skin =>
  ([1, 2] as const).find((skin) => String(skin) === dataset['skin']) ?? 0;

/** `highBrand` 1: the premium sub-brand; `devType` `sub`: the young one; else the main brand. */
export function skinForDevice({ highBrand, devType }: DeviceConfig): Skin {
  if (String(highBrand) === '1') return 1;
  return devType === 'sub' ? 2 : 0;
}
