import type { DialogContent, HostServices } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';
import { createHostUploads } from '../pictures/host-uploads.ts';
import { indexedDbDrafts } from './indexeddb-drafts.ts';
import { createWorkForm, type WorkForm, type WorkFormOptions } from './work-form.ts';

type Options<Values> = Omit<WorkFormOptions<Values>, 'uploads' | 'storage'>;

/** Follows the user, and stores its draft when the page is hidden. */
export function useWorkForm<Values>(host: HostServices, options: () => Options<Values>): WorkForm<Values> {
  const [form] = useState(() => {
    return createWorkForm({ ...options(), uploads: createHostUploads(host), storage: indexedDbDrafts() });
  });
  const { status, userId, fridge } = useStore(host.session);
  const hasFridge = fridge !== null;

  useEffect(() => {
    if (status === 'unknown') return;
    void form.setOwner(userId).then((restored) => {
      if (restored) host.feedback.toast(copy['contest.upload.draft.toast']);
    });
  }, [host, form, status, userId]);

  useEffect(() => {
    if (status === 'user' && hasFridge) form.uploads.allow();
  }, [form, status, hasFridge]);

  useEffect(() => {
    const flush = () => void form.flush();
    const unsubscribe = host.visibility.subscribe(flush);
    window.addEventListener('pagehide', flush);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', flush);
    };
  }, [host, form]);

  useEffect(() => () => form.close(), [form]);
  return form;
}

/**
 * Confirms leaving unsent input, except by the app's native back. Not outside the app: nothing can be submitted there.
 */
export function useLeaveGuard(host: HostServices, forms: readonly Pick<WorkForm<unknown>, 'getState'>[]): void {
  useEffect(
    () =>
      host.navigation.guard(() => {
        const states = forms.map((form) => form.getState());
        // One form was sent: the other's draft is kept.
        if (!host.environment.inApp || states.some(({ sent }) => sent)) return null;
        const touched = states.filter((state) => state.touched);
        if (touched.length === 0) return null;
        const hasDrafts = touched.every(({ draftsOff }) => !draftsOff) && host.session.getState().userId !== '';
        return leaveQuestion(hasDrafts);
      }),
    [host, forms],
  );
}

function leaveQuestion(hasDrafts: boolean): DialogContent {
  return {
    title: copy['contest.leave.title'],
    description: copy[hasDrafts ? 'contest.leave.kept' : 'contest.leave.lost'],
    confirm: copy['contest.leave.confirm'],
    cancel: copy['contest.leave.cancel'],
    danger: !hasDrafts,
  };
}
