import type { DialogContent, HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';
import { indexedDbDrafts } from './indexeddb-drafts.ts';
import type { Pictures } from '../pictures/picture-machine.ts';
import { createHostUploads } from '../pictures/host-uploads.ts';
import type { FormKind } from './form-kinds.ts';
import { createWorkForm, type StoredVersion, type WorkForm } from './work-form.ts';

export interface FormBeginning<Values> {
  name: string;
  kind: FormKind<Values>;
  initial: Values;
  stored?: Pictures;
  version?: StoredVersion;
}

/** A form that lives as long as its screen: it follows the user, keeps its draft when the page is hidden, ends its uploads. */
export function useWorkForm<Values>(host: HostServices, begin: () => FormBeginning<Values>): WorkForm<Values> {
  const [form] = useState(() => createWorkForm({ ...begin(), uploads: createHostUploads(host), storage: indexedDbDrafts() }));
  const { status, userId, fridge } = useStore(host.session);
  const hasFridge = fridge !== null;

  useEffect(() => {
    if (status === 'unknown') return;
    void form.belongTo(userId).then((restored) => {
      if (restored) host.feedback.toast(copy['contest.upload.draft.toast']);
    });
  }, [host, form, status, userId]);

  useEffect(() => {
    if (status === 'user' && hasFridge) form.uploads.allow();
  }, [form, status, hasFridge]);

  useEffect(() => {
    const keep = () => void form.flush();
    const stop = host.visibility.subscribe(keep);
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      window.removeEventListener('pagehide', keep);
    };
  }, [host, form]);

  useEffect(() => () => form.close(), [form]);
  return form;
}

/**
 * Asks before unsaved input is left; the native back can't be asked. Outside the app nothing can come of the input, and
 * the way to the share page is open.
 */
export function useLeaveGuard(host: HostServices, forms: readonly Pick<WorkForm<unknown>, 'getState'>[]): void {
  useEffect(
    () =>
      host.navigation.guard(() => {
        if (!host.environment.inApp) return null;
        const states = forms.map((form) => form.getState());
        // One of two was sent: the other one's draft is kept, and the way to the works is open.
        if (states.some(({ sent }) => sent)) return null;
        const touched = states.filter((state) => state.touched);
        return touched.length === 0 ? null : leaveQuestion(touched.every(({ unkept }) => !unkept) && host.session.getState().userId !== '');
      }),
    [host, forms],
  );
}

function leaveQuestion(kept: boolean): DialogContent {
  return {
    title: copy['contest.leave.title'],
    description: copy[kept ? 'contest.leave.kept' : 'contest.leave.lost'],
    confirm: copy['contest.leave.confirm'],
    cancel: copy['contest.leave.cancel'],
    danger: !kept,
  };
}
