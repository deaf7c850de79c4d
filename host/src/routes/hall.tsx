import { useState, useSyncExternalStore } from 'react';
import DefaultPage from '../pages/default-page/default-page.tsx';
import { hallEntries } from '../pages/default-page/hall-entries.ts';
import type { PageProps } from './page-of.tsx';

/** `/default`, the hall, on the registry and the session as they stand. */
export default function Hall({ services, navigation, registry }: PageProps) {
  const state = useSyncExternalStore(registry.subscribe, registry.get);
  const { needsFridge } = useSyncExternalStore(services.session.subscribe, services.session.get);
  const [binding, setBinding] = useState(false);
  const bind = async () => {
    setBinding(true);
    await services.session.bindFridge();
    setBinding(false);
  };
  return (
    <DefaultPage
      entries={state.kind === 'ready' ? hallEntries(state.registry, services.windows.state) : []}
      hrefOf={({ path }) => navigation.hrefOf(path)}
      onOpen={({ path }) => navigation.push(path)}
      needsFridge={needsFridge}
      binding={binding}
      onBind={() => void bind()}
    />
  );
}
