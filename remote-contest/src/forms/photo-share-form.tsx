import type { HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import type { PhotoShareValues } from './form-kinds.ts';
import { TextField } from './text-field.tsx';
import type { ShownProblem } from './use-shown-problem.ts';
import type { WorkForm } from './work-form.ts';

/** The fields of a photo share (copy deck 5.7), new or edited. */
export function PhotoShareFields({ host, form, problem }: { host: HostServices; form: WorkForm<PhotoShareValues>; problem: ShownProblem }) {
  const { values } = useStore(form);
  const pictures = useStore(form.uploads);
  const set = (part: Partial<PhotoShareValues>) => form.change((before) => ({ ...before, ...part }));
  return (
    <>
      <PictureField
        host={host}
        uploads={form.uploads}
        pictures={pictures}
        ids={values.pictures}
        onIds={(change) => form.change((before) => ({ ...before, pictures: change(before.pictures) }))}
        label={copy['contest.photo.images.label']}
        hint={copy['contest.photo.images.hint']}
        problem={problem('images')}
      />
      <TextField
        field="content"
        label={copy['contest.photo.content.label']}
        placeholder={copy['contest.photo.content.ph']}
        value={values.content}
        onText={(content) => set({ content })}
        limit={contestTerms.shareCharacters}
        rows={6}
        problem={problem('content')}
      />
      <TextField
        field="phone"
        label={copy['contest.photo.phone.label']}
        placeholder={copy['contest.photo.phone.ph']}
        value={values.phone}
        onText={(phone) => set({ phone: phone.replace(/[\s-]/g, '') })}
        rows={1}
        problem={problem('phone')}
        phone
      />
    </>
  );
}
