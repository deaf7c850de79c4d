import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { CloseIcon, joinClasses, unseen, useStore } from '@fridge/shared-ui';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import field from '../form/field.module.css';
import { FieldProblem } from '../form/text-field.tsx';
import type { WorkForm } from '../form/work-form.ts';
import { CameraIcon, LeftIcon, RightIcon } from '../theme/icons.tsx';
import type { Picture } from './picture-uploads.ts';
import styles from './picture-field.module.css';
import { UploadVeil } from './upload-veil.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { usePhotoSource } from './use-photo-source.ts';

interface PictureFieldProps<Values extends { pictures: string[] }> {
  host: HostServices;
  form: WorkForm<Values>;
  label: string;
  hint: string;
  problem: string | null;
}

/** Adds, removes, retries and orders a work's pictures (copy deck 5.5). */
export function PictureField<Values extends { pictures: string[] }>({
  host,
  form,
  label,
  hint,
  problem,
}: PictureFieldProps<Values>) {
  const id = useId();
  const { uploads } = form;
  const pictures = useStore(uploads);
  const ids = useStore(form).values.pictures;
  const editIds = (edit: (before: readonly string[]) => string[]) =>
    form.change((before) => ({ ...before, pictures: edit(before.pictures) }));
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ id: string; by: 'earlier' | 'later' } | null>(null);
  const [removed, setRemoved] = useState(0);
  const countLeft = () => Math.max(0, contestTerms.recipeImages.max - form.getState().values.pictures.length);
  const source = usePhotoSource(host, countLeft, (files) => {
    host.tracking.click('contest.image.add');
    const chosen = uploads.choose(files);
    editIds((before) => [...before, ...chosen]);
  });
  const move = (from: number, to: number) => editIds((before) => moveItem(before, from, to));
  const { drag, handlers } = useDragOrder(list, move);

  // The moved item keeps the focus; at an end its other button gets it.
  useLayoutEffect(() => {
    if (moved === null) return;
    const item = list.current?.querySelector(`[data-picture="${CSS.escape(moved.id)}"]`);
    const find = (selector: string) => item?.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`);
    (find(`[data-move="${moved.by}"]`) ?? find('[data-move]'))?.focus();
  }, [moved]);

  // After the render: a full list had no add button.
  useLayoutEffect(() => {
    if (removed > 0) document.getElementById(`${id}add`)?.focus();
  }, [id, removed]);

  const shift = (at: number, by: 'earlier' | 'later') => {
    const picture = ids[at];
    if (picture === undefined) return;
    move(at, by === 'earlier' ? at - 1 : at + 1);
    setMoved({ id: picture, by });
  };
  const remove = (picture: string) => {
    editIds((before) => before.filter((one) => one !== picture));
    uploads.remove(picture);
    setRemoved((times) => times + 1);
  };
  const movedTo = moved === null ? -1 : ids.indexOf(moved.id);

  return (
    <fieldset
      data-lead
      className={field.field}
      aria-describedby={`${id}hint${problem === null ? '' : ` ${id}problem`}`}
    >
      <legend className={field.label}>{label}</legend>
      <p id={`${id}hint`} className={field.hint}>
        {hint}
      </p>
      <FieldProblem id={`${id}problem`} text={problem} />
      <ol ref={list} className={joinClasses(styles.list, drag !== null && styles.dragging)} {...handlers}>
        {ids.map((one, at) => {
          const picture = pictures.find((known) => known.id === one);
          if (!picture) return null;
          const held = drag?.from === at;
          return (
            <Tile
              key={one}
              picture={picture}
              at={at}
              count={ids.length}
              look={held ? 'held' : drag !== null && drag.over === at ? 'target' : 'resting'}
              offset={held ? drag : null}
              onRemove={() => remove(one)}
              onRetry={() => void uploads.retry(one)}
              onShift={(by) => shift(at, by)}
            />
          );
        })}
        {countLeft() > 0 && (
          <li>
            <button
              type="button"
              id={`${id}add`}
              className={joinClasses(styles.add, problem !== null && styles.missing)}
              aria-label={fill(copy['contest.image.add.aria'], { n: ids.length })}
              data-field="images"
              onClick={source.open}
            >
              <CameraIcon />
              {copy['contest.image.add.text']}
            </button>
          </li>
        )}
      </ol>
      <input {...source.inputProps} className={unseen} />
      <output className={unseen}>
        {movedTo < 0 ? '' : fill(commonCopy['common.carousel.item.aria'], { i: movedTo + 1, n: ids.length })}
      </output>
    </fieldset>
  );
}

const moves = [
  ['earlier', LeftIcon],
  ['later', RightIcon],
] as const;

interface TileProps {
  picture: Picture;
  /** From 0. */
  at: number;
  count: number;
  look: 'resting' | 'held' | 'target';
  offset: { x: number; y: number } | null;
  onRemove: () => void;
  onRetry: () => void;
  onShift: (by: 'earlier' | 'later') => void;
}

function Tile({ picture, at, count, look, offset, onRemove, onRetry, onShift }: TileProps) {
  const i = at + 1;
  const style = offset === null ? undefined : { transform: `translate(${offset.x}px, ${offset.y}px) scale(1.06)` };
  return (
    <li
      data-lead
      className={joinClasses(styles.tile, styles[look])}
      data-place={at}
      data-picture={picture.id}
      data-stage={picture.stage.phase}
    >
      <div className={styles.body} style={style}>
        {picture.preview !== '' && (
          <img
            className={styles.picture}
            src={picture.preview}
            alt={fill(copy['contest.image.item.alt'], { i })}
            draggable={false}
            decoding="async"
          />
        )}
        <UploadVeil stage={picture.stage} picture={fill(copy['contest.image.place'], { i })} onRetry={onRetry} />
        <button
          type="button"
          className={styles.remove}
          aria-label={fill(copy['contest.image.remove.aria'], { i })}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
        {count > 1 && (
          <span className={styles.moves}>
            {moves.map(([by, Arrow]) => (
              <button
                key={by}
                type="button"
                data-move={by}
                aria-label={fill(copy[`contest.image.${by}.aria`], { i })}
                disabled={at === (by === 'earlier' ? 0 : count - 1)}
                onClick={() => onShift(by)}
              >
                <Arrow />
              </button>
            ))}
          </span>
        )}
      </div>
    </li>
  );
}

/** An index beyond the ends means the end. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = [...list];
  const [item] = rest.splice(from, 1);
  if (item === undefined) return [...list];
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}
