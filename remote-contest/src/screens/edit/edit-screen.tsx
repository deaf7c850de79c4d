import type { HostServices, ScreenProps } from '@fridge/shared-contracts';
import { mayDelete, type Work } from '@fridge/shared-contracts/activities/contest';
import { useEffect, useMemo, useState } from 'react';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { Opening } from '../../form/form-frame.tsx';
import { photoShareKind, recipeKind, storedForm } from '../../form/form-kinds.ts';
import { Kitchen } from '../../theme/kitchen.tsx';
import { editableNow } from '../../window.ts';
import { FailedWork } from '../../work/notices.tsx';
import { type ReadWork, useWork } from '../../work/use-work.ts';
import { EditForm } from './edit-form.tsx';

/** For rejected and pending works (spec section 2, "Edit"; copy deck 5.9). */
export default function EditScreen({ host }: ScreenProps) {
  const [id] = useState(() => host.navigation.query['cookId'] ?? '');
  const { read, reload } = useWork(host, id, 'own');
  const access = useEditAccess(host, read);

  useEffect(() => {
    if (access === null || access === 'editable') return;
    if (access === 'closed') host.feedback.toast(copy['contest.entry.notValid.toast']);
    host.navigation.replace('/detail', { cookId: id === '' ? undefined : id });
  }, [host, id, access]);

  if (read.status === 'failed') return <FailedWork reload={reload} />;
  if (read.status === 'loading' || access !== 'editable') return <Kitchen><Opening /></Kitchen>;
  return <Editor host={host} work={read.work} reload={reload} />;
}

/** Once per read: if the contest ends later, the submission says so. */
function useEditAccess(host: HostServices, read: ReadWork): 'editable' | 'closed' | 'notOwn' | null {
  return useMemo(() => {
    if (read.status !== 'ready') return null;
    if (!read.work.editPermission || read.sample || !mayDelete(read.work)) return 'notOwn';
    return editableNow(host, read.work) ? 'editable' : 'closed';
  }, [host, read]);
}

function Editor({ host, work, reload }: { host: HostServices; work: Work; reload: () => void }) {
  const stored = useMemo(() => storedForm(work, host.session.getState().mobile), [host, work]);
  const { pictures } = stored;
  const shared = { host, work, pictures, reload };
  return stored.kind === 'recipe' ? (
    <EditForm {...shared} kind={recipeKind} values={stored.values} Fields={RecipeFields} />
  ) : (
    <EditForm {...shared} kind={photoShareKind} values={stored.values} Fields={PhotoShareFields} />
  );
}
