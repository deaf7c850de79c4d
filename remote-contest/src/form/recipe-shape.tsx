import { fill } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { Button } from '@fridge/shared-ui';
import { FieldShape, useScreenHost } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { AddPicture } from '../pictures/add-picture.tsx';
import pictures from '../pictures/picture-field.module.css';
import styles from './form-frame.module.css';
import { StickyBar } from './form-frame.tsx';
import { laterActions } from './later-actions.ts';

const counter = (max: number) => fill(copy['contest.form.counter'], { n: 0, max });

/** The upload's first fields, while it is looked for a draft. */
export function RecipeShape() {
  // In the screen only the form's own buttons take taps.
  const state = { 'aria-disabled': useScreenHost() !== null || undefined };
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        <FieldShape label={copy['contest.form.title.label']} note={counter(contestTerms.titleCharacters)} />
        <FieldShape
          label={copy['contest.form.content.label']}
          rows={6}
          note={counter(contestTerms.contentCharacters.max)}
        />
        <FieldShape label={copy['contest.form.images.label']} hint={copy['contest.form.images.hint']}>
          <div className={pictures.list}>
            <AddPicture n={0} {...state} />
          </div>
        </FieldShape>
      </div>
      <StickyBar>
        <Button wide {...laterActions.submit} {...state}>
          {copy['contest.upload.submit']}
        </Button>
      </StickyBar>
    </div>
  );
}
