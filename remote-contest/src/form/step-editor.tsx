import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { Button, createLateCode, newRequestId, unseen, useStore } from '@fridge/shared-ui';
import { type ComponentType, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { CropDialogProps } from '../pictures/crop-dialog.tsx';
import type { PictureUploads } from '../pictures/picture-uploads.ts';
import { preparePhoto } from '../pictures/prepare-photo.ts';
import { UploadVeil } from '../pictures/upload-veil.tsx';
import { usePhotoSource } from '../pictures/use-photo-source.ts';
import { BinIcon, CameraIcon, PlusIcon } from '../theme/icons.tsx';
import field from './field.module.css';
import type { FieldsProps } from './form-frame.tsx';
import type { RecipeValues, StepValues } from './form-kinds.ts';
import styles from './step-editor.module.css';
import { FieldProblem, Optional, TextField } from './text-field.tsx';

/** Each step has a cropped photo and a text (copy deck 5.6). */
export function StepEditor({ host, form, problem }: FieldsProps<RecipeValues>) {
  const problemId = useId();
  const { uploads } = form;
  const { steps } = useStore(form).values;
  const editSteps = (edit: (steps: readonly StepValues[]) => StepValues[]) =>
    form.change((before) => ({ ...before, steps: edit(before.steps) }));
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState(0);
  // After the render: a full list had no add button.
  useLayoutEffect(() => {
    if (removed > 0) add.current?.querySelector('button')?.focus();
  }, [removed]);

  const append = () => {
    host.tracking.click('contest.step.add');
    editSteps((before) => [...before, { id: newRequestId(), picture: null, text: '' }]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('textarea')?.focus());
  };
  const change = (id: string, part: Partial<StepValues>) =>
    editSteps((before) => before.map((step) => (step.id === id ? { ...step, ...part } : step)));
  // May have changed during a confirmation or a photo choice.
  const stepNow = (id: string) => form.getState().values.steps.find((step) => step.id === id);
  const remove = async (id: string, i: number) => {
    const agreed = await host.feedback.confirm({
      title: copy['contest.step.delete.title'],
      description: fill(copy['contest.step.delete.desc'], { i }),
      confirm: copy['contest.step.delete.confirm'],
      cancel: copy['contest.step.delete.cancel'],
      danger: true,
    });
    if (!agreed) return;
    const step = stepNow(id);
    editSteps((before) => before.filter((one) => one.id !== id));
    if (step && step.picture !== null) uploads.remove(step.picture);
    setRemoved((times) => times + 1);
  };
  const setPhoto = (id: string, photo: Blob) => {
    const step = stepNow(id);
    if (!step) return;
    change(id, { picture: uploads.add(photo) });
    if (step.picture !== null) uploads.remove(step.picture);
  };

  return (
    <fieldset className={field.field} aria-describedby={problem('step') === null ? undefined : problemId}>
      <legend className={field.label}>
        {copy['contest.step.label']}
        <Optional />
      </legend>
      <FieldProblem id={problemId} text={problem('step')} />
      <ol ref={list} className={styles.list}>
        {steps.map((step, at) => (
          <li key={step.id} className={styles.step}>
            <div className={styles.head}>
              <h2 className={styles.title}>{fill(copy['contest.step.item'], { i: at + 1 })}</h2>
              <button
                type="button"
                className={styles.remove}
                aria-label={fill(copy['contest.step.remove.aria'], { i: at + 1 })}
                onClick={() => void remove(step.id, at + 1)}
              >
                <BinIcon />
              </button>
            </div>
            <StepPhoto
              host={host}
              uploads={uploads}
              step={step}
              place={at + 1}
              onPhoto={(photo) => setPhoto(step.id, photo)}
            />
            <TextField
              field="step"
              step={at}
              label={fill(copy['contest.step.item'], { i: at + 1 })}
              labelHidden
              placeholder={copy['contest.step.ph']}
              value={step.text}
              onText={(text) => change(step.id, { text })}
              limit={contestTerms.stepCharacters}
              rows={2}
              problem={problem('step', at)}
            />
          </li>
        ))}
      </ol>
      {steps.length < contestTerms.steps && (
        <div ref={add}>
          <Button tone="quiet" wide onClick={append}>
            <span className={styles.addLabel}>
              <PlusIcon />
              {copy['contest.step.add']}
            </span>
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const lateCropper = createLateCode(() => import('../pictures/crop-dialog.tsx'));

/** Chooses, crops and uploads a step's photo. A later choice replaces an earlier one. */
function StepPhoto({
  host,
  uploads,
  step,
  place,
  onPhoto,
}: {
  host: HostServices;
  uploads: PictureUploads;
  step: StepValues;
  /** From 1. */
  place: number;
  onPhoto: (photo: Blob) => void;
}) {
  const picture = useStore(uploads).find(({ id }) => id === step.picture);
  const [preparing, setPreparing] = useState(false);
  const [cropping, setCropping] = useState<{ photo: Blob; CropDialog: ComponentType<CropDialogProps> } | null>(null);
  const choice = useRef(new AbortController());
  useEffect(() => () => choice.current.abort(), []);

  const openCrop = async (file: Blob) => {
    choice.current.abort();
    const { signal } = (choice.current = new AbortController());
    setPreparing(true);
    const [photo, code] = await Promise.all([preparePhoto(file), lateCropper.load()]);
    if (signal.aborted) return;
    setPreparing(false);
    if (photo === null) host.feedback.toast(copy['contest.image.type.toast']);
    else if (!code.ok) host.feedback.toast(commonCopy['common.network.toast']);
    else setCropping({ photo, CropDialog: code.code.default });
  };
  const source = usePhotoSource(
    host,
    () => 1,
    ([file]) => {
      if (file) void openCrop(file);
    },
  );
  const name = fill(copy['contest.step.image.alt'], { i: place });

  return (
    <div className={styles.photo} data-lead data-photo={step.picture}>
      {picture ? (
        <>
          <img className={styles.picture} src={picture.preview} alt={name} decoding="async" />
          {!preparing && (
            <UploadVeil stage={picture.stage} picture={name} onRetry={() => void uploads.retry(picture.id)} />
          )}
          <button type="button" className={styles.change} onClick={source.open}>
            <CameraIcon />
            {copy['contest.step.changeImage']}
          </button>
        </>
      ) : (
        <button type="button" className={styles.choose} onClick={source.open}>
          <CameraIcon />
          {copy['contest.step.addImage']}
        </button>
      )}
      {preparing && <UploadVeil stage={{ phase: 'preparing' }} picture={name} onRetry={source.open} />}
      <input {...source.inputProps} className={unseen} />
      {cropping && (
        <cropping.CropDialog
          host={host}
          photo={cropping.photo}
          onClose={() => setCropping(null)}
          onDone={(photo) => {
            setCropping(null);
            onPhoto(photo);
          }}
        />
      )}
    </div>
  );
}
