import type { Store } from '@fridge/shared-contracts';
import type { ContestProblem } from '@fridge/shared-contracts/activities/contest';
import { type Attempt, createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import type { DraftStorage } from './draft-storage.ts';
import { pictureAddress, type Pictures } from '../pictures/picture-machine.ts';
import { type PictureUploads, releasePreview } from '../pictures/picture-uploads.ts';
import type { FormKind } from './form-kinds.ts';

export type WorkFormState<Values> = {
  values: Values;
  /** What the user was told of, until they change something. `asked` is new each time: the same problem is pointed at again. */
  problem: (ContestProblem & { asked: number }) | null;
  /** Why the server has refused it, or that nobody knows, where it isn't a field's; until the user changes something. */
  refusal: string | null;
  /** Until it is known whose form it is, and whether they kept a draft: typing would be overwritten. */
  opening: boolean;
  /** A draft was put back, or there is input that isn't sent yet. */
  touched: boolean;
  /** The browser refuses to keep drafts. */
  unkept: boolean;
  /** The server has the work: what is left here is nobody's loss. */
  sent: boolean;
};

export interface WorkForm<Values> extends Store<WorkFormState<Values>> {
  readonly kind: FormKind<Values>;
  readonly uploads: PictureUploads;
  /**
   * Whose form it is: what they kept is put back. What a guest typed stays theirs when they log in, and what a user typed
   * when their session runs out; it is never another's.
   * @param owner the user's id; empty: nothing is kept
   * @returns whether a draft was put back
   */
  belongTo(owner: string): Promise<boolean>;
  /** Whose form it is: nobody else may send it. Empty: nobody's yet. */
  owner(): string;
  change(update: (values: Values) => Values): void;
  /** What is known beforehand; it stands in the form until the user types, and in an emptied one again. */
  prefill(update: (values: Values) => Values): void;
  point(problem: ContestProblem): void;
  /** Shows why it wasn't taken; `null`: no longer. */
  refuse(why: string | null): void;
  /** The first problem, by the rules that the server has as well. */
  judge(): ContestProblem | null;
  attempt(): Attempt | null;
  setAttempt(attempt: Attempt): void;
  /** Empties the form and its draft: it was thrown away. */
  clear(): Promise<void>;
  /** The same, since the server has the work. */
  finish(): Promise<void>;
  flush(): Promise<void>;
  /** Keeps what there is and lets go of everything else. What changes afterwards is kept nowhere. */
  close(): void;
}

/** The version of a stored work that a form begins from, and who decides when a kept draft began from another. */
export interface StoredVersion {
  readonly base: string;
  /** @param keptAt when the draft was kept, by the device's clock in milliseconds */
  choose(keptAt: number): Promise<'draft' | 'stored'>;
}

/** One form of a work: what is typed, its pictures and its draft. No React: the screens draw what it says. */
export function createWorkForm<Values>({ name, kind, uploads, storage, initial, stored = [], version }: {
  /** Tells the forms of one user apart in the storage. */
  name: string;
  kind: FormKind<Values>;
  uploads: PictureUploads;
  storage: DraftStorage;
  initial: Values;
  /** Pictures that the form starts with. */
  stored?: Pictures;
  version?: StoredVersion | undefined;
}): WorkForm<Values> {
  let untouched: WorkFormState<Values> = { values: initial, problem: null, refusal: null, opening: true, touched: false, unkept: false, sent: false };
  let state = untouched;
  let owner: string | null = null;
  let drafts: DraftKeeper<Values> | null = null;
  let attempt: Attempt | null = null;
  let asked = 0;
  let closed = false;
  const listeners = new Set<() => void>();

  const set = (part: Partial<WorkFormState<Values>>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const keep = () => {
    if (state.touched && !state.opening && !closed) drafts?.keep({ values: state.values, pictures: uploads.getState(), attempt });
  };
  const reset = () => {
    uploads.restore(stored);
    attempt = null;
    // First the form, then its pictures: a picture that goes would take its place in the form along.
    set({ ...untouched, opening: state.opening, unkept: state.unkept });
    for (const { id } of uploads.getState()) if (stored.every((picture) => picture.id !== id)) uploads.remove(id);
  };
  uploads.restore(stored);
  const stopListening = uploads.subscribe(() => {
    const known = new Set(uploads.getState().map(({ id }) => id));
    const lost = new Set(kind.pictureIds(state.values).filter((id) => !known.has(id)));
    if (lost.size > 0) set({ values: kind.without(state.values, lost) });
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
    async belongTo(next) {
      // A session that has run out: until somebody else is there, the form is still theirs.
      if (next === owner || (next === '' && owner !== null)) return false;
      const isAnother = owner !== null && owner !== '';
      owner = next;
      void drafts?.flush();
      drafts = null;
      if (isAnother) reset();
      drafts = next === '' ? null : createDraftKeeper({ storage, key: `${next}/${name}`, kind, base: version?.base, onRefused: () => set({ unkept: true }) });
      const keeper = drafts;
      if (keeper === null || state.touched) {
        set({ opening: false });
        keep();
        return false;
      }
      set({ opening: true });
      const draft = await keeper.restore();
      const stands = () => drafts === keeper && !closed;
      const choice = draft?.outdated && version && stands() ? await version.choose(draft.keptAt) : 'draft';
      if (!stands() || choice === 'stored') {
        for (const { preview } of draft?.pictures ?? []) releasePreview(preview);
        if (!stands()) return false;
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
      // Who goes on with it is asked once.
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
    point(problem) {
      asked += 1;
      set({ problem: { ...problem, asked } });
    },
    refuse(why) {
      if (why !== state.refusal) set({ refusal: why });
    },
    judge: () => kind.problem(state.values, (id) => pictureAddress(uploads.getState(), id)),
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
      stopListening();
      void drafts?.flush();
      uploads.stop();
    },
  };
}
