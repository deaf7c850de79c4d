import type { HostServices, ScreenProps } from '@fridge/shared-contracts';
import { contestCalls, mayDelete, photoShareFields, recipeFields, type Work } from '@fridge/shared-contracts/activities/contest';
import { useEffect, useMemo, useState } from 'react';
import { copy } from '../../copy.ts';
import { FailedWork } from '../../work/notices.tsx';
import { type ReadWork, useWork } from '../../work/use-work.ts';
import { EditForm } from './edit-form.tsx';
import { Opening } from '../../form/form-frame.tsx';
import { photoShareKind, recipeKind, storedForm, toPhotoShare, toRecipe } from '../../form/form-kinds.ts';
import { PhotoShareFields } from '../../form/photo-share-form.tsx';
import { RecipeFields } from '../../form/recipe-form.tsx';
import { Kitchen } from '../../theme/kitchen.tsx';
import { workAuthor } from '../../form/work-author.ts';
import { editableNow } from '../../window.ts';

/** Mends a rejected or pending work and sends it again (spec section 2, "Edit"; copy deck 5.9). */
export default function EditScreen({ host }: ScreenProps) {
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const { read, reload } = useWork(host, id, 'own');
  const verdict = useVerdict(host, read);

  // What can't be edited is read instead.
  useEffect(() => {
    if (verdict === null || verdict === 'editable') return;
    if (verdict === 'closed') host.feedback.toast(copy['contest.entry.notValid.toast']);
    host.navigation.replace('/detail', { cookId: id === '' ? undefined : id });
  }, [host, id, verdict]);

  if (read.status === 'failed') return <FailedWork reload={reload} />;
  if (read.status === 'loading' || verdict !== 'editable') return <Kitchen><Opening /></Kitchen>;
  return <Editor host={host} work={read.work} reload={reload} />;
}

/** Judged once for each work that was read: a contest that ends while somebody writes says so when they submit. */
function useVerdict(host: HostServices, read: ReadWork): 'editable' | 'closed' | 'notOwn' | null {
  return useMemo(() => {
    if (read.status !== 'ready') return null;
    const own = read.work.editPermission && !read.sample && mayDelete(read.work);
    if (!own) return 'notOwn';
    return editableNow(host, read.work) ? 'editable' : 'closed';
  }, [host, read]);
}

function Editor({ host, work, reload }: { host: HostServices; work: Work; reload: () => void }) {
  const stored = useMemo(() => storedForm(work, host.session.getState().mobile), [host, work]);
  if (stored.kind === 'recipe') {
    return (
      <EditForm
        host={host}
        work={work}
        kind={recipeKind}
        values={stored.values}
        pictures={stored.pictures}
        reload={reload}
        send={(household, values, addressOf, revision, options) =>
          host.requests.call(contestCalls.updateWork, { id: work.id, revision, ...recipeFields(toRecipe(values, addressOf)), ...workAuthor(host, household) }, options)}
      >
        {(form, problem) => <RecipeFields host={host} form={form} problem={problem} />}
      </EditForm>
    );
  }
  return (
    <EditForm
      host={host}
      work={work}
      kind={photoShareKind}
      values={stored.values}
      pictures={stored.pictures}
      reload={reload}
        send={(household, values, addressOf, revision, options) =>
        host.requests.call(contestCalls.updateWork, { id: work.id, revision, ...photoShareFields(toPhotoShare(values, addressOf)), ...workAuthor(host, household) }, options)}
    >
      {(form, problem) => <PhotoShareFields host={host} form={form} problem={problem} />}
    </EditForm>
  );
}
