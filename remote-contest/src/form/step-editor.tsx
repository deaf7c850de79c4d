import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { Button, createLateCode, newRequestId, unseen, useStore } from '@fridge/shared-ui';
import { useEffect, useId, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { PictureUploads } from '../pictures/picture-uploads.ts';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { UploadVeil } from '../pictures/upload-veil.tsx';
import { usePictureSource } from '../pictures/use-picture-source.ts';
import { BinIcon, CameraIcon, PlusIcon } from '../theme/icons.tsx';
import field from './field.module.css';
import type { FieldsProps } from './form-frame.tsx';
import type { RecipeValues, StepValues } from './form-kinds.ts';
import styles from './step-editor.module.css';
import { FieldProblem, Optional, problemText, TextField } from './text-field.tsx';

/** Each step has a cropped picture and a text (copy deck 5.6). */
export function StepEditor({ host, form }: FieldsProps<RecipeValues>) {
  const problemId = useId();
  const { uploads } = form;
  const {
    values: { steps },
    problem,
  } = useStore(form);
  const listProblem = problemText(problem, 'step');
  // They may have changed during a confirmation or a choice of a picture.
  const editSteps = (edit: (steps: readonly StepValues[]) => StepValues[]) =>
    form.change({ steps: edit(form.getState().values.steps) });
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);

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
    requestAnimationFrame(() => add.current?.querySelector('button')?.focus());
  };

  return (
    <fieldset className={field.field} aria-describedby={listProblem === null ? undefined : problemId}>
      <legend className={field.label}>
        {copy['contest.step.label']}
        <Optional />
      </legend>
      <FieldProblem id={problemId} text={listProblem} />
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
            <StepPicture
              host={host}
              uploads={uploads}
              step={step}
              place={at + 1}
              onPicture={(picture) => change(step.id, () => ({ picture: uploads.add(picture) }))}
            />
            <TextField
              field="step"
              step={at}
              label={fill(copy['contest.step.item'], { i: at + 1 })}
              labelHidden
              placeholder={copy['contest.step.ph']}
              value={step.text}
              onText={(text) => change(step.id, () => ({ text }))}
              limit={contestTerms.stepCharacters}
              rows={2}
              problem={problemText(problem, 'step', at)}
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

/** Chooses, crops and uploads a step's picture. A later choice replaces an earlier one. */
function StepPicture({
  host,
  uploads,
  step,
  place,
  onPicture,
}: {
  host: HostServices;
  uploads: PictureUploads;
  step: StepValues;
  /** From 1. */
  place: number;
  onPicture: (picture: Blob) => void;
}) {
  const picture = useStore(uploads).find(({ id }) => id === step.picture);
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
  const name = fill(copy['contest.step.image.alt'], { i: place });

  return (
    <div className={styles.frame} data-lead data-step-picture={step.picture}>
      {picture ? (
        <>
          <img className={styles.picture} src={picture.preview} alt={name} decoding="async" />
          {!preparing && (
            <UploadVeil
              stage={picture.stage}
              sent={picture.sent}
              picture={name}
              onRetry={() => void uploads.retry(picture.id)}
            />
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
      {preparing && <UploadVeil stage="preparing" sent={0} picture={name} onRetry={source.open} />}
      <input {...source.inputProps} className={unseen} />
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
