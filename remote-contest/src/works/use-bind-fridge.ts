import type { HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useState } from 'react';

/** Whether the home lacks a fridge, and what binds one. */
export function useBindFridge(host: HostServices): { missing: boolean; binding: boolean; bind: () => void } {
  const { needsFridge } = useStore(host.session);
  const [binding, setBinding] = useState(false);
  const bind = () => {
    host.tracking.click('contest.bind');
    setBinding(true);
    void host.session.bindFridge().finally(() => setBinding(false));
  };
  return { missing: needsFridge, binding, bind };
}
