import { deviceConfigSchema, type Skin } from '@fridge/shared-contracts';
import { skinForDevice } from '../skins/skin-for-device.ts';
import type { Requests } from './requests.ts';

/** A brand can be looked up for a model number of exactly this length (spec section 9). */
const SN8_LENGTH = 8;

/**
 * Asks which brand a fridge belongs to (architecture, "The wire": `getInfo` takes the sn8 from its 4th character on).
 * @returns `null` when it can't be asked or isn't answered; the page then keeps the skin it has
 */
export async function lookUpBrand(sn8: string, requests: Pick<Requests, 'get'>): Promise<Skin | null> {
  if (sn8.length !== SN8_LENGTH) return null;
  const result = await requests.get('/getInfo', { sn: sn8.slice(3) }, deviceConfigSchema);
  return result.ok ? skinForDevice(result.data) : null;
}
