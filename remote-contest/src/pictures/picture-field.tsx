import { commonCopy, fill } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { CloseIcon, unseen, useStore } from '@fridge/shared-ui';
import { FieldGroup } from '@fridge/shared-ui/internal';
import { useId, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { FormValues } from '../form/form-kinds.ts';
import { problemText } from '../form/text-field.tsx';
import type { FieldsProps } from '../form/work-form.ts';
import { LeftIcon, RightIcon } from '../theme/icons.tsx';
import { AddPicture } from './add-picture.tsx';
import styles from './picture-field.module.css';
import { PictureView } from './picture-view.tsx';
import { usePictureSource } from './use-picture-source.tsx';

interface PictureFieldProps extends FieldsProps<FormValues> {
  words: 'form' | 'photo';
}

/** Adds, removes, retries and orders a work's pictures (copy deck 5.5). */
export function PictureField({ form, words }: PictureFieldProps) {
  const id = useId();
  const { host, uploads } = form;
  const pictures = useStore(uploads);
  const { values, problem } = useStore(form);
  const ids = values.pictures;
  const n = ids.length;
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');
  const countLeft = () => Math.max(0, contestTerms.recipeImages.max - form.getState().values.pictures.length);
  const source = usePictureSource(host, countLeft, (files) => {
    host.tracking.click('contest.image.add');
    const chosen = uploads.choose(files);
    form.change({ pictures: [...form.getState().values.pictures, ...chosen] });
  });
  /** After the render. @param at of those that are found */
  const focusLater = (selectors: string, at: number) =>
    requestAnimationFrame(() => {
      const found = list.current?.querySelectorAll<HTMLElement>(selectors) ?? [];
      [...found].at(at)?.focus();
    });

  const move = (at: number, by: number, picture: string) => {
    form.change({ pictures: moveItem(ids, at, by) });
    setMoved(picture);
    // The moved picture keeps the focus; at an end its other button gets it.
    focusLater(`[data-picture="${CSS.escape(picture)}"] [data-move]:not(:disabled)`, by < 0 ? 0 : -1);
  };
  const remove = (picture: string) => {
    form.change({ pictures: ids.filter((one) => one !== picture) });
    focusLater('[data-field="pictures"]', 0);
  };

  return (
    <FieldGroup
      id={id}
      label={copy[`contest.${words}.images.label`]}
      hint={copy[`contest.${words}.images.hint`]}
      problem={problemText(problem, 'pictures')}
    >
      <ol ref={list} className={styles.list}>
        {ids.map((one, at) => {
          const picture = pictures.find((known) => known.id === one);
          if (picture === undefined) return null;
          const i = at + 1;
          return (
            <li key={one} data-lead className={styles.tile} data-picture={one} data-stage={picture.stage}>
              <PictureView
                picture={picture}
                alt={fill(copy['contest.image.item.alt'], { i })}
                name={fill(copy['contest.image.place'], { i })}
                onRetry={() => void uploads.retry(one)}
              />
              <button
                type="button"
                className={styles.remove}
                aria-label={fill(copy['contest.image.remove.aria'], { i })}
                onClick={() => remove(one)}
              >
                <CloseIcon />
              </button>
              {n > 1 && (
                <span className={styles.moves}>
                  {moves.map(([name, by, Arrow]) => (
                    <button
                      key={name}
                      type="button"
                      data-move={name}
                      aria-label={fill(copy[`contest.image.${name}.aria`], { i })}
                      disabled={ids[at + by] === undefined}
                      onClick={() => move(at, by, one)}
                    >
                      <Arrow />
                    </button>
                  ))}
                </span>
              )}
            </li>
          );
        })}
        {countLeft() > 0 && (
          <li>
            <AddPicture
              n={n}
              className={problem?.field === 'pictures' ? styles.missing : undefined}
              aria-describedby={`${id}hint`}
              data-field="pictures"
              onClick={source.open}
            />
          </li>
        )}
      </ol>
      {source.hiddenInput}
      <output className={unseen}>
        {ids.includes(moved) && fill(commonCopy['common.carousel.item.aria'], { i: ids.indexOf(moved) + 1, n })}
      </output>
    </FieldGroup>
  );
}

const moves = [
  ['earlier', -1, LeftIcon],
  ['later', 1, RightIcon],
] as const;

export function moveItem<Item>(list: readonly Item[], at: number, by: number): Item[] {
  const moved = [...list];
  moved.splice(Math.max(0, at + by), 0, ...moved.splice(at, 1));
  return moved;
}
