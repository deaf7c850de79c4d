import type { HostServices } from '@fridge/shared-contracts';
import type { ContestProblem } from '@fridge/shared-contracts/activities/contest';
import { newRequestId, useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../copy.ts';
import { createPictureUploads, type Picture, type Pictures, releasePreview } from '../pictures/picture-uploads.ts';
import { type Attempt, createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import type { FormKind } from './form-kinds.ts';
import { indexedDbDrafts } from './indexeddb-drafts.ts';

type WorkFormState<Values> = {
  values: Values;
  /** Until the next change. A new object each time, to focus the same problem again. */
  problem: ContestProblem | null;
  /** A failure without a field; until the next change. */
  refusal: string | null;
  /** Until the owner's draft is restored, which would overwrite input. */
  opening: boolean;
  /** Has unsent input, typed or from a draft. */
  touched: boolean;
  /** The browser doesn't store drafts, or holds one that isn't in the form. */
  draftsOff: boolean;
  sent: boolean;
};

/** The stored version that a form starts from. */
export interface StoredVersion {
  readonly base: string;
  /** @param keptAt device time of the draft, milliseconds */
  choose(keptAt: number): Promise<'draft' | 'stored'>;
}

interface WorkFormOptions<Values, Fields> {
  /** Unique per user: part of the draft's key. */
  name: string;
  kind: FormKind<Values, Fields>;
  initial: Values;
  stored?: Pictures;
  version?: StoredVersion;
}

export type WorkForm<Values, Fields = unknown> = ReturnType<typeof createWorkForm<Values, Fields>>;

/** One form's values, pictures and draft. */
export function createWorkForm<Values, Fields>(
  host: HostServices,
  { name, kind, initial, stored = [], version }: WorkFormOptions<Values, Fields>,
) {
  const uploads = createPictureUploads(host);
  const storage = indexedDbDrafts();
  let untouched: WorkFormState<Values> = {
    values: initial,
    problem: null,
    refusal: null,
    opening: true,
    touched: false,
    draftsOff: false,
    sent: false,
  };
  let state = untouched;
  let owner: string | null = null;
  /** Once the owner's draft was read: before, a write could replace it. */
  let drafts: DraftKeeper<Values> | null = null;
  let reading: DraftKeeper<Values> | null = null;
  let attempt: Attempt | null = null;
  let closed = false;
  const listeners = new Set<() => void>();

  const set = (part: Partial<WorkFormState<Values>>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const keepIn = (keeper: DraftKeeper<Values> | null) => {
    if (state.touched && !state.opening) keeper?.keep({ values: state.values, pictures: uploads.getState(), attempt });
  };
  const keep = () => {
    if (!closed) keepIn(drafts);
  };
  const reset = () => {
    uploads.restore(stored);
    attempt = null;
    // Before the pictures: removing one changes the values.
    set({ ...untouched, opening: state.opening, draftsOff: state.draftsOff });
    for (const { id } of uploads.getState()) if (stored.every((picture) => picture.id !== id)) uploads.remove(id);
  };
  const find = (id: string) => uploads.getState().find((picture) => picture.id === id);
  /** Before the upload a placeholder, which counts as a picture. */
  const addressOf = (id: string): string => {
    const stage = find(id)?.stage;
    return stage?.phase === 'uploaded' ? stage.address : `unsent:${id}`;
  };

  uploads.restore(stored);
  const unsubscribe = uploads.subscribe(() => {
    const removed = new Set(kind.pictureIds(state.values).filter((id) => find(id) === undefined));
    if (removed.size > 0) set({ values: kind.without(state.values, removed) });
    keep();
  });

  return {
    kind,
    uploads,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Sets the user and restores their draft. A guest's input becomes theirs; if they have a draft, that stays stored
     * and the input isn't. A user's input stays when their session expires, and is removed for another user.
     * @param next user id; empty for a guest, who has a draft outside the app alone
     * @returns whether a draft was restored
     */
    async setOwner(next: string): Promise<boolean> {
      // After an expired session the user stays, until another logs in.
      if (next === owner || (next === '' && owner !== null)) return false;
      const isAnother = owner !== null && owner !== '';
      owner = next;
      void drafts?.flush();
      drafts = null;
      if (isAnother) reset();
      const hasDrafts = next !== '' || !host.environment.inApp;
      // Input of before the login stays on screen.
      set({ opening: hasDrafts && !state.touched, draftsOff: false });
      const onRefused = () => set({ draftsOff: true });
      const initially = { values: untouched.values, pictures: stored };
      const base = version?.base;
      const keeper = createDraftKeeper({ storage, key: `${next}/${name}`, kind, initial: initially, base, onRefused });
      reading = keeper;
      if (!hasDrafts) return false;
      const read = await keeper.restore();
      const draft = read === 'unread' ? null : read;
      const isCurrent = () => reading === keeper && !closed && !state.sent;
      const choice = draft?.outdated && version && isCurrent() ? await version.choose(draft.keptAt) : 'draft';
      const isShown = draft !== null && choice === 'draft' && !state.touched && isCurrent();
      if (!isShown) for (const { preview } of draft?.pictures ?? []) releasePreview(preview);
      if (closed && read === null && reading === keeper && !state.sent) {
        // Left with input of before the login while the draft was being read.
        keepIn(keeper);
        void keeper.flush();
      }
      if (!isCurrent()) return false;
      const isHidden = draft !== null && state.touched;
      if (read !== 'unread' && !isHidden) drafts = keeper;
      if (isShown) {
        for (const { id } of stored) uploads.remove(id);
        uploads.restore(draft.pictures);
        attempt = draft.attempt;
        set({ values: draft.values, touched: true });
      }
      if (choice === 'stored') void keeper.discard();
      set({ opening: false, draftsOff: state.draftsOff || isHidden });
      // Input of before the login, and a draft with its new base: don't ask again.
      if (draft === null || draft.outdated) keep();
      return isShown;
    },
    /** Only they may submit; empty for a guest. */
    owner: () => owner ?? '',
    change(update: (values: Values) => Values) {
      set({ values: update(state.values), problem: null, refusal: null, touched: true });
      keep();
    },
    /** Sets defaults, for an untouched or cleared form. */
    prefill(update: (values: Values) => Values) {
      untouched = { ...untouched, values: update(untouched.values) };
      if (!state.touched) set({ values: untouched.values });
    },
    showProblem: (problem: ContestProblem) => set({ problem: { ...problem } }),
    setRefusal: (refusal: string | null) => set({ refusal }),
    /** By the server's rules. */
    firstProblem: () => kind.problem(state.values, addressOf),
    /** The form's own, in its order. */
    pictures: (): Picture[] => kind.pictureIds(state.values).flatMap((id) => find(id) ?? []),
    /** Of the call that submits it. */
    fields: () => kind.toFields(state.values, addressOf),
    /** The same for the same fields: a retry isn't stored twice. */
    requestId(): string {
      const fields = JSON.stringify([state.values, kind.pictureIds(state.values).map(addressOf)]);
      if (attempt?.fields === fields) return attempt.requestId;
      attempt = { fields, requestId: newRequestId() };
      keep();
      return attempt.requestId;
    },
    /** Deletes the draft too. */
    async clear() {
      reset();
      await drafts?.discard();
    },
    async finish() {
      reset();
      set({ sent: true });
      await drafts?.discard();
    },
    flush: async () => drafts?.flush(),
    /** Stores the draft and ends the uploads. Later changes aren't stored. */
    close() {
      closed = true;
      unsubscribe();
      void drafts?.flush();
      uploads.stop();
    },
  };
}

/** Follows the user, and stores its draft when the page is hidden. */
export function useWorkForm<Values, Fields>(host: HostServices, options: () => WorkFormOptions<Values, Fields>) {
  const [form] = useState(() => createWorkForm(host, options()));
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
 * Confirms leaving unsent input, except by the app's native back. Outside the app only where no draft is kept: actions
 * lead away there, and back to the draft.
 */
export function useLeaveGuard(host: HostServices, forms: readonly Pick<WorkForm<unknown>, 'getState'>[]): void {
  useEffect(
    () =>
      host.navigation.guard(() => {
        const states = forms.map((form) => form.getState());
        // One form was sent: the other's draft is kept.
        if (states.some(({ sent }) => sent)) return null;
        const touched = states.filter((state) => state.touched);
        if (touched.length === 0) return null;
        const { inApp } = host.environment;
        const hasDrafts =
          touched.every(({ draftsOff }) => !draftsOff) && (host.session.getState().userId !== '' || !inApp);
        if (hasDrafts && !inApp) return null;
        return {
          title: copy['contest.leave.title'],
          description: copy[hasDrafts ? 'contest.leave.kept' : 'contest.leave.lost'],
          confirm: copy['contest.leave.confirm'],
          cancel: copy['contest.leave.cancel'],
          danger: !hasDrafts,
        };
      }),
    [host, forms],
  );
}
