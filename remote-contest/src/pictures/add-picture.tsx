import { fill } from '@fridge/shared-contracts';
import { joinClasses } from '@fridge/shared-ui';
import type { ButtonHTMLAttributes } from 'react';
import { copy } from '../copy.ts';
import { laterActions } from '../form/later-actions.ts';
import { CameraIcon } from '../theme/icons.tsx';
import styles from './picture-field.module.css';

/** @param n pictures so far */
export function AddPicture({ n, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { n: number }) {
  return (
    <button
      type="button"
      aria-label={fill(copy['contest.image.add.aria'], { n })}
      {...laterActions.addPicture}
      {...rest}
      className={joinClasses(styles.add, className)}
    >
      <CameraIcon />
      {copy['contest.image.add.text']}
    </button>
  );
}
