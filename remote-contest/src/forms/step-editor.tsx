import type { HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { Button, createLateCode, useStore } from '@fridge/shared-ui';
import { type ComponentType, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { CropDialogProps } from '../crop/crop-dialog.tsx';
import { BinIcon, CameraIcon, PlusIcon } from '../kitchen/icons.tsx';
import kitchen from '../kitchen/kitchen.module.css';
import type { PictureUploads } from '../pictures/picture-uploads.ts';
import { preparePhoto } from '../pictures/prepare-photo.ts';
import { UploadVeil } from '../pictures/upload-veil.tsx';
import { usePhotoSource } from '../pictures/use-photo-source.ts';
import field from './field.module.css';
import { newStep, type RecipeValues, type StepValues } from './form-kinds.ts';
import styles from './step-editor.module.css';
import { TextField } from './text-field.tsx';
import type { ShownProblem } from './use-shown-problem.ts';
import type { WorkForm } from './work-form.ts';

export interface StepEditorProps {
  host: HostServices;
  form: WorkForm<RecipeValues>;
  problem: ShownProblem;
}

/** The steps of a recipe, each with a cropped photo and a few words (copy deck 5.6). */
export function StepEditor({ host, form, problem }: StepEditorProps) {
  const { uploads } = form;
  const { steps } = useStore(form).values;
  const onSteps = (edit: (steps: readonly StepValues[]) => StepValues[]) => form.change((before) => ({ ...before, steps: edit(before.steps) }));
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);

  const append = () => {
    host.tracking.click('contest.step.add');
    onSteps((before) => [...before, newStep()]);
    // Drawn first, then ready to be written in.
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('textarea')?.focus());
  };
  const change = (id: string, part: Partial<StepValues>) => onSteps((before) => before.map((step) => (step.id === id ? { ...step, ...part } : step)));
  const remove = async (step: StepValues, i: number) => {
    const agreed = await host.feedback.confirm({
      title: copy['contest.step.delete.title'],
      description: fill(copy['contest.step.delete.desc'], { i }),
      confirm: copy['contest.step.delete.confirm'],
      cancel: copy['contest.step.delete.cancel'],
      tone: 'danger',
    });
    if (!agreed) return;
    onSteps((before) => before.filter(({ id }) => id !== step.id));
    if (step.picture !== null) uploads.remove(step.picture);
    add.current?.querySelector('button')?.focus();
  };
  const setPhoto = (step: StepValues, photo: Blob) => {
    const picture = uploads.add(photo);
    change(step.id, { picture });
    if (step.picture !== null) uploads.remove(step.picture);
  };

  return (
    <fieldset className={field.field}>
      <legend className={field.label}>{copy['contest.step.label']}</legend>
      <ol ref={list} className={styles.list}>
        {steps.map((step, at) => (
          <li key={step.id} className={styles.step}>
            <div className={styles.head}>
              <h2 className={styles.title}>{fill(copy['contest.step.item'], { i: at + 1 })}</h2>
              <button type="button" className={styles.remove} aria-label={fill(copy['contest.step.remove.aria'], { i: at + 1 })} onClick={() => void remove(step, at + 1)}><BinIcon /></button>
            </div>
            <StepPhoto host={host} uploads={uploads} step={step} place={at + 1} onPhoto={(photo) => setPhoto(step, photo)} />
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
          <Button tone="quiet" wide onClick={append}><span className={styles.addLabel}><PlusIcon />{copy['contest.step.add']}</span></Button>
        </div>
      )}
    </fieldset>
  );
}

/** The cropper's code comes with the first photo that needs it. */
const lateCropper = createLateCode(() => import('../crop/crop-dialog.tsx'));

interface StepPhotoProps {
  host: HostServices;
  uploads: PictureUploads;
  step: StepValues;
  /** From 1. */
  place: number;
  onPhoto: (photo: Blob) => void;
}

function StepPhoto({ host, uploads, step, place, onPhoto }: StepPhotoProps) {
  const picture = useStore(uploads).find(({ id }) => id === step.picture);
  const [cropping, setCropping] = useState<{ photo: Blob; CropDialog: ComponentType<CropDialogProps> } | null>(null);
  const openCrop = async (file: Blob) => {
    const [photo, code] = await Promise.all([preparePhoto(file), lateCropper.load()]);
    if (photo === null) host.feedback.toast(copy['contest.image.type.toast']);
    else if (!code.ok) host.feedback.toast(commonCopy['common.network.toast']);
    else setCropping({ photo, CropDialog: code.code.default });
  };
  const source = usePhotoSource(host, 1, ([file]) => {
    if (file) void openCrop(file);
  });

  return (
    <div className={styles.photo}>
      {picture ? (
        <>
          <img className={styles.picture} src={picture.preview} alt={fill(copy['contest.step.image.alt'], { i: place })} decoding="async" />
          <UploadVeil stage={picture.stage} place={place} onRetry={() => uploads.retry(picture.id)} />
          <button type="button" className={styles.change} onClick={source.open}><CameraIcon />{copy['contest.step.changeImage']}</button>
        </>
      ) : (
        <button type="button" className={styles.choose} onClick={source.open}><CameraIcon />{copy['contest.step.addImage']}</button>
      )}
      <input {...source.inputProps} className={kitchen.unseen} />
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
