import type { Skin } from '@fridge/shared-contracts';

/** What `getInfo` tells about a fridge; numbers may come as text (architecture, "The wire"). */
export type DeviceConfig = { highBrand: number | string | null; devType: string };

/** The skin of a fridge's brand: `highBrand` 1 is the premium sub-brand, else `devType` `sub` the young one, else the main. */
export function skinForDevice({ highBrand, devType }: DeviceConfig): Skin {
  if (String(highBrand) === '1') return 1;
  return devType === 'sub' ? 2 : 0;
}
