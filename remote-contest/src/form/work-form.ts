import type { Store } from '@fridge/shared-contracts';
import type { ContestProblem } from '@fridge/shared-contracts/activities/contest';
import { pictureAddress, type Pictures } from '../pictures/picture-machine.ts';
import { type PictureUploads, releasePreview } from '../pictures/picture-uploads.ts';
import { type Attempt, createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import type { FormKind } from './form-kinds.ts';
import type { DraftStorage } from './indexeddb-drafts.ts';

export type WorkFormState<Values> = {
  values: Values;
  /** Until the next change. `shown` is new each time, to focus the same problem again. */
  problem: (ContestProblem & { shown: number }) | null;
  /** A failure without a field; until the next change. */
  refusal: string | null;
  /** Until the owner's draft is restored, which would overwrite input. */
  opening: boolean;
  /** Has unsent input, typed or from a draft. */
  touched: boolean;
  /** The browser doesn't store drafts. */
  draftsOff: boolean;
  sent: boolean;
};

export interface WorkForm<Values> extends Store<WorkFormState<Values>> {
  readonly kind: FormKind<Values>;
  readonly uploads: PictureUploads;
  /**
   * Sets the user and restores their draft. A guest's input becomes theirs; a user's stays when their session expires,
   * and is removed for another user.
   * @param owner user id; empty for a guest, who has no draft
   * @returns whether a draft was restored
   */
  setOwner(owner: string): Promise<boolean>;
  /** Only they may submit; empty for a guest. */
  owner(): string;
  change(update: (values: Values) => Values): void;
  /** Sets defaults, for an untouched or cleared form. */
  prefill(update: (values: Values) => Values): void;
  showProblem(problem: ContestProblem): void;
  setRefusal(refusal: string | null): void;
  /** By the server's rules. */
  firstProblem(): ContestProblem | null;
  attempt(): Attempt | null;
  setAttempt(attempt: Attempt): void;
  /** Deletes the draft too. */
  clear(): Promise<void>;
  finish(): Promise<void>;
  flush(): Promise<void>;
  /** Stores the draft and ends the uploads. Later changes aren't stored. */
  close(): void;
}

/** The stored version that a form starts from. */
export interface StoredVersion {
  readonly base: string;
  /** @param keptAt device time of the draft, milliseconds */
  choose(keptAt: number): Promise<'draft' | 'stored'>;
}

export interface WorkFormOptions<Values> {
  /** Unique per user: part of the draft's key. */
  name: string;
  kind: FormKind<Values>;
  uploads: PictureUploads;
  storage: DraftStorage;
  initial: Values;
  stored?: Pictures;
  version?: StoredVersion | undefined;
}

/** One form's values, pictures and draft. */
export function createWorkForm<Values>({
  name, kind, uploads, storage, initial, stored = [], version,
}: WorkFormOptions<Values>): WorkForm<Values> {
  let untouched: WorkFormState<Values> = {
    values: initial, problem: null, refusal: null, opening: true, touched: false, draftsOff: false, sent: false,
  };
  let state = untouched;
  let owner: string | null = null;
  let drafts: DraftKeeper<Values> | null = null;
  let attempt: Attempt | null = null;
  let shown = 0;
  let closed = false;
  const listeners = new Set<() => void>();

  const set = (part: Partial<WorkFormState<Values>>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const keep = () => {
    if (!state.touched || state.opening || closed) return;
    drafts?.keep({ values: state.values, pictures: uploads.getState(), attempt });
  };
  const reset = () => {
    uploads.restore(stored);
    attempt = null;
    // Before the pictures: removing one changes the values.
    set({ ...untouched, opening: state.opening, draftsOff: state.draftsOff });
    for (const { id } of uploads.getState()) if (stored.every((picture) => picture.id !== id)) uploads.remove(id);
  };
  uploads.restore(stored);
  const unsubscribe = uploads.subscribe(() => {
    const known = new Set(uploads.getState().map(({ id }) => id));
    const removed = new Set(kind.pictureIds(state.values).filter((id) => !known.has(id)));
    if (removed.size > 0) set({ values: kind.without(state.values, removed) });
    keep();
  });

  return {
    kind,
    uploads,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async setOwner(next) {
      // After an expired session the user stays, until another logs in.
      if (next === owner || (next === '' && owner !== null)) return false;
      const isAnother = owner !== null && owner !== '';
      owner = next;
      void drafts?.flush();
      drafts = null;
      if (isAnother) reset();
      const onRefused = () => set({ draftsOff: true });
      const base = version?.base;
      const keeper = next === '' ? null : createDraftKeeper({ storage, key: `${next}/${name}`, kind, base, onRefused });
      drafts = keeper;
      if (keeper === null || state.touched) {
        set({ opening: false });
        keep();
        return false;
      }
      set({ opening: true });
      const draft = await keeper.restore();
      const isCurrent = () => drafts === keeper && !closed;
      const choice = draft?.outdated && version && isCurrent() ? await version.choose(draft.keptAt) : 'draft';
      if (!isCurrent() || choice === 'stored') {
        for (const { preview } of draft?.pictures ?? []) releasePreview(preview);
        if (!isCurrent()) return false;
        void keeper.discard();
        set({ opening: false });
        return false;
      }
      if (draft !== null) {
        for (const { id } of stored) uploads.remove(id);
        uploads.restore(draft.pictures);
        attempt = draft.attempt;
        set({ values: draft.values, touched: true });
      }
      set({ opening: false });
      // With the new base: don't ask again.
      if (draft?.outdated) keep();
      return draft !== null;
    },
    owner: () => owner ?? '',
    change(update) {
      set({ values: update(state.values), problem: null, refusal: null, touched: true });
      keep();
    },
    prefill(update) {
      untouched = { ...untouched, values: update(untouched.values) };
      if (!state.touched) set({ values: untouched.values });
    },
    showProblem(problem) {
      shown += 1;
      set({ problem: { ...problem, shown } });
    },
    setRefusal(refusal) {
      if (refusal !== state.refusal) set({ refusal });
    },
    firstProblem: () => kind.problem(state.values, (id) => pictureAddress(uploads.getState(), id)),
    attempt: () => attempt,
    setAttempt(next) {
      attempt = next;
      keep();
    },
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
    close() {
      closed = true;
      unsubscribe();
      void drafts?.flush();
      uploads.stop();
    },
  };
}
