import { createStore } from 'zustand/vanilla';
import { type PageContext, type Session, type Skin, skinOf, type Store } from '@fridge/shared-contracts';

/**
 * The skin the page wears: the address's brand, else the main one until the fridge's model tells another (spec
 * sections 1 and 2).
 * @param lookUp the brand of a model, `null` when it can't be told
 */
export function createSkin(
  context: Pick<PageContext, 'brand' | 'sn8'>,
  session: Store<Session>,
  lookUp: (sn8: string) => Promise<Skin | null>,
): Store<Skin> {
  const store = createStore<{ skin: Skin }>(() => ({ skin: skinOf(context.brand) }));
  if (context.brand === -1) {
    let asked = '';
    const ask = async () => {
      const sn8 = session.get().fridge?.sn8 || context.sn8;
      if (sn8 === asked) return;
      asked = sn8;
      const skin = await lookUp(sn8);
      if (skin !== null && sn8 === asked) store.setState({ skin });
    };
    session.subscribe(() => void ask());
    void ask();
  }
  return { get: () => store.getState().skin, subscribe: store.subscribe };
}
