import type { Fridge, PageContext } from '@fridge/shared-contracts';

/**
 * The fridge the page is about: the address's, with its own model and specification, else the home's first.
 * In links of `source=meijuReport` the fridge id is called `ac` (spec section 2).
 */
export function chooseFridge(
  context: Pick<PageContext, 'fridgeId' | 'sn8' | 'spec' | 'source' | 'ac'>,
  fridges: readonly Fridge[],
): Fridge | null {
  const named = context.fridgeId || (context.source === 'meijuReport' ? context.ac : '');
  if (named === '') return fridges[0] ?? null;
  const known = fridges.find((fridge) => fridge.fridgeId === named);
  return {
    fridgeId: named,
    sn8: context.sn8 || (known?.sn8 ?? ''),
    spec: context.spec || (known?.spec ?? ''),
    name: known?.name ?? '',
  };
}
