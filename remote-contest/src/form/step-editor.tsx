import { commonCopy, fill } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { Button, createLateCode, newRequestId, useStore } from '@fridge/shared-ui';
import { FieldGroup } from '@fridge/shared-ui/internal';
import { useEffect, useId, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import { PictureView } from '../pictures/picture-view.tsx';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { usePictureSource } from '../pictures/use-picture-source.tsx';
import { BinIcon, CameraIcon, PlusIcon } from '../theme/icons.tsx';
import kitchen from '../theme/kitchen.module.css';
import type { RecipeValues, StepValues } from './form-kinds.ts';
import styles from './step-editor.module.css';
import { optionalLabel, problemText, TextField } from './text-field.tsx';
import type { FieldsProps } from './work-form.ts';

/** Each step has a cropped picture and a text (copy deck 5.6). */
export function StepEditor({ form }: FieldsProps<RecipeValues>) {
  const { host, uploads } = form;
  const {
    values: { steps },
    problem,
  } = useStore(form);
  // They may have changed during a confirmation or a choice of a picture.
  const editSteps = (edit: (steps: readonly StepValues[]) => StepValues[]) =>
    form.change({ steps: edit(form.getState().values.steps) });
  const list = useRef<HTMLOListElement>(null);

  const append = () => {
    host.tracking.click('contest.step.add');
    editSteps((before) => [...before, { id: newRequestId(), picture: '', text: '' }]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('textarea')?.focus());
  };
  /** Not if the step was removed meanwhile. */
  const change = (id: string, edit: () => Partial<StepValues>) =>
    editSteps((before) => before.map((step) => (step.id === id ? { ...step, ...edit() } : step)));
  const remove = async (id: string, i: number) => {
    const agreed = await host.feedback.confirm({
      title: copy['contest.step.delete.title'],
      description: fill(copy['contest.step.delete.desc'], { i }),
      confirm: copy['contest.step.delete.confirm'],
      cancel: copy['contest.step.delete.cancel'],
      danger: true,
    });
    if (!agreed) return;
    editSteps((before) => before.filter((step) => step.id !== id));
    // After the render: a full list had no add button.
    requestAnimationFrame(() => list.current?.parentElement?.querySelector<HTMLElement>(':scope > button')?.focus());
  };

  return (
    <FieldGroup id={useId()} label={optionalLabel(copy['contest.step.label'])} problem={problemText(problem, 'steps')}>
      <ol ref={list} className={styles.list}>
        {steps.map(({ id, picture, text }, at) => {
          const i = at + 1;
          const name = fill(copy['contest.step.item'], { i });
          return (
            <li key={id} className={styles.step}>
              <div className={styles.head}>
                <h2 className={styles.title}>{name}</h2>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={fill(copy['contest.step.remove.aria'], { i })}
                  onClick={() => void remove(id, i)}
                >
                  <BinIcon />
                </button>
              </div>
              <StepPicture
                form={form}
                id={picture}
                name={fill(copy['contest.step.image.alt'], { i })}
                onPicture={(chosen) => change(id, () => ({ picture: uploads.add(chosen) }))}
              />
              <TextField
                form={form}
                name="steps"
                step={at}
                label={name}
                labelHidden
                placeholder={copy['contest.step.ph']}
                value={text}
                onText={(typed) => change(id, () => ({ text: typed }))}
                limit={contestTerms.stepCharacters}
                rows={2}
                problem={problemText(problem, 'steps', at)}
              />
            </li>
          );
        })}
      </ol>
      {steps.length < contestTerms.steps && (
        <Button tone="quiet" wide onClick={append}>
          <span className={kitchen.iconLabel}>
            <PlusIcon />
            {copy['contest.step.add']}
          </span>
        </Button>
      )}
    </FieldGroup>
  );
}

const lateCropper = createLateCode(() => import('../pictures/crop-dialog.tsx'));

interface StepPictureProps extends FieldsProps<RecipeValues> {
  /** Of the picture; `''` without one. */
  id: string;
  name: string;
  onPicture: (picture: Blob) => void;
}

/** Chooses, crops and uploads a step's picture. A later choice replaces an earlier one. */
function StepPicture({ form: { host, uploads }, id, name, onPicture }: StepPictureProps) {
  const picture = useStore(uploads).find((known) => known.id === id);
  const [preparing, setPreparing] = useState(false);
  const [original, setOriginal] = useState<Blob | null>(null);
  const CropDialog = useStore(lateCropper)?.default;
  const choice = useRef(new AbortController());
  useEffect(() => () => choice.current.abort(), []);

  const openCrop = async (file: Blob) => {
    choice.current.abort();
    const { signal } = (choice.current = new AbortController());
    setPreparing(true);
    const [readable, cropper] = await Promise.all([preparePicture(file), lateCropper.load()]);
    if (signal.aborted) return;
    setPreparing(false);
    if (readable === null) host.feedback.toast(copy['contest.image.type.toast']);
    else if (!cropper.ok) host.feedback.toast(commonCopy['common.network.toast']);
    else setOriginal(readable);
  };
  const source = usePictureSource(
    host,
    () => 1,
    ([file]) => {
      if (file) void openCrop(file);
    },
  );

  const shown = preparing ? { preview: picture?.preview ?? '', stage: 'preparing' as const, sent: 0 } : picture;
  return (
    <div className={styles.frame} data-lead>
      {shown && <PictureView picture={shown} alt={name} name={name} onRetry={() => void uploads.retry(id)} />}
      <button type="button" className={picture ? styles.change : styles.choose} onClick={source.open}>
        <CameraIcon />
        {copy[picture ? 'contest.step.changeImage' : 'contest.step.addImage']}
      </button>
      {source.hiddenInput}
      {original && CropDialog && (
        <CropDialog
          host={host}
          picture={original}
          onClose={() => setOriginal(null)}
          onDone={(cropped) => {
            setOriginal(null);
            onPicture(cropped);
          }}
        />
      )}
    </div>
  );
}
