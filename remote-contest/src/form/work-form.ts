import type { HostServices } from '@fridge/shared-contracts';
import type { ContestProblem, Work } from '@fridge/shared-contracts/activities/contest';
import { newRequestId, useLastingSession, useLeaveGuard } from '@fridge/shared-ui';
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { copy } from '../copy.ts';
import { createPictureUploads, type FormPicture } from '../pictures/picture-uploads.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { type FormKind, type FormValues, picturesIn, replacePictures, storedFields } from './form-kinds.ts';

type WorkFormState<Values> = {
  values: Values;
  /** Until the next change. A new object each time, to focus the same problem again. */
  problem: ContestProblem | null;
  /** A failure without a field; until the next change. */
  refusal: string | null;
  /** Until the draft was read: before, a write could replace it. */
  opening: boolean;
  /** Has unsent input, typed or from a draft. */
  touched: boolean;
  /** The browser doesn't store drafts. */
  draftsOff: boolean;
  sent: boolean;
};

/** What an untouched form has. */
type Initial<Values> = {
  values: Values;
  /** Of the edited work. */
  revision: number | null;
};

export type WorkForm<Values extends FormValues> = ReturnType<typeof createWorkForm<Values>>;

export interface FieldsProps<Values extends FormValues> {
  form: WorkForm<Values>;
}

/**
 * One form's values, pictures and draft.
 * @param owner only they submit it and see its draft
 * @param name unique per owner
 */
export function createWorkForm<Values extends FormValues>(
  host: HostServices,
  kind: FormKind<Values>,
  owner: string,
  name: string,
  initially: Initial<Values>,
) {
  const uploads = createPictureUploads(host);
  const keeper = createDraftKeeper(`${owner}/${name}`, () => set({ draftsOff: true }));
  let initial = initially;
  let { revision } = initial;
  let requestId: string | null = null;
  /** After a successful reading. */
  let mayWrite = false;
  let closed = false;
  let state: WorkFormState<Values> = {
    values: initial.values,
    problem: null,
    refusal: null,
    opening: true,
    touched: false,
    draftsOff: false,
    sent: false,
  };
  const listeners = new Set<() => void>();

  const set = (part: Partial<WorkFormState<Values>>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const find = (id: string) => uploads.getState().find((picture) => picture.id === id);
  /** The form's own, in its order. */
  const pictures = (): FormPicture[] => picturesIn(state.values).flatMap((id) => find(id) ?? []);
  const keep = () => {
    if (!mayWrite || closed || !state.touched) return;
    keeper.keep({ values: state.values, pictures: pictures(), requestId, revision });
  };
  const reset = () => {
    requestId = null;
    ({ revision } = initial);
    uploads.restore(
      picturesIn(initial.values).map((address) => ({
        id: address,
        bytes: null,
        upload: { address, uploadedAt: null },
      })),
    );
    set({ values: initial.values, problem: null, refusal: null, touched: false });
    uploads.keepOnly(picturesIn(initial.values));
  };
  /** With addresses in place of ids. Before the upload the id, which counts as a picture. */
  const withAddresses = () => replacePictures(state.values, (id) => find(id)?.upload?.address ?? id);
  const dropUnknown = (values: Values) => replacePictures(values, (id) => (find(id) ? id : ''));

  /** Removes the draft too. */
  const clear = () => {
    reset();
    if (mayWrite) keeper.keep(null);
  };

  reset();
  const unsubscribe = uploads.subscribe(() => {
    if (pictures().length < picturesIn(state.values).length) set({ values: dropUnknown(state.values) });
    keep();
  });

  return {
    host,
    kind,
    owner,
    uploads,
    pictures,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Reads the draft. @returns whether there was one */
    async open(): Promise<boolean> {
      // One that can't be read may be there: write nothing.
      const draft = await keeper.read().catch(() => 'unread' as const);
      if (closed) return false;
      mayWrite = draft !== 'unread';
      if (draft !== null && draft !== 'unread') {
        ({ requestId, revision } = draft);
        uploads.restore(draft.pictures);
        const values = dropUnknown(v.parse(kind.schema, { ...initial.values, ...draft.values }));
        set({ values, touched: true });
        uploads.keepOnly(picturesIn(values));
      }
      set({ opening: false, draftsOff: !mayWrite });
      return state.touched;
    },
    /** Shown unless the form is touched; later after clearing it. */
    setInitial(next: Initial<Values>) {
      initial = next;
      if (!state.touched) reset();
    },
    change(part: Partial<Values>) {
      requestId = null;
      set({ values: { ...state.values, ...part }, problem: null, refusal: null, touched: true });
      uploads.keepOnly(picturesIn(state.values));
      keep();
    },
    showProblem: (problem: ContestProblem) => set({ problem: { ...problem } }),
    setRefusal: (refusal: string | null) => set({ refusal }),
    /** By the server's rules. */
    firstProblem: () => kind.problem(withAddresses()),
    /** Of the call that submits it. */
    fields: () => kind.toFields(withAddresses()),
    /** The same until a change: a retry isn't stored twice. */
    requestId(): string {
      requestId ??= newRequestId();
      keep();
      return requestId;
    },
    revision: () => revision,
    /** The next submission replaces any revision. */
    ignoreRevision() {
      revision = null;
    },
    clear,
    /** The work is stored or deleted. */
    finish() {
      clear();
      set({ sent: true });
    },
    /** Ends the uploads. Later changes aren't stored. */
    close() {
      closed = true;
      unsubscribe();
      uploads.stop();
    },
  };
}

/**
 * Opens the form of a new work, or of a stored one.
 * @param work the edited one; the same object until it changes
 */
export function useWorkForm<Values extends FormValues>(
  host: HostServices,
  kind: FormKind<Values>,
  work: Work | null = null,
) {
  const { userId: owner, mobile } = useLastingSession(host.session);
  const initial = useMemo(() => {
    const stored = work && storedFields(work);
    const values = v.parse(kind.schema, { ...stored, phone: stored?.phone || mobile });
    return { values, revision: work?.revision ?? null };
  }, [kind, work, mobile]);
  const name = work === null ? kind.draft : `edit/${work.id}`;
  const [form] = useState(() => createWorkForm(host, kind, owner, name, initial));

  useEffect(() => form.setInitial(initial), [form, initial]);

  useEffect(() => {
    void form.open().then((isRestored) => {
      if (isRestored) host.feedback.toast(copy['contest.upload.draft.toast']);
    });
    return () => form.close();
  }, [host, form]);
  return form;
}

/** Confirms leaving unsent input, except by the app's native back. */
export function useUnsentGuard(host: HostServices, ...forms: readonly Pick<WorkForm<FormValues>, 'getState'>[]): void {
  useLeaveGuard(host, () => {
    const states = forms.map((form) => form.getState());
    const touched = states.filter((state) => state.touched);
    // One form was sent: the other's draft is kept.
    if (touched.length === 0 || states.some(({ sent }) => sent)) return null;
    const isLost = touched.some(({ draftsOff }) => draftsOff);
    return {
      title: copy['contest.leave.title'],
      description: copy[isLost ? 'contest.leave.lost' : 'contest.leave.kept'],
      confirm: copy['contest.leave.confirm'],
      cancel: copy['contest.leave.cancel'],
      danger: isLost,
    };
  });
}
