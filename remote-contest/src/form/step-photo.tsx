import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { createLateCode, useStore } from '@fridge/shared-ui';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import type { CropDialogProps } from '../pictures/crop-dialog.tsx';
import { CameraIcon } from '../theme/icons.tsx';
import kitchen from '../theme/kitchen.module.css';
import type { PictureUploads } from '../pictures/picture-uploads.ts';
import { preparePhoto } from '../pictures/prepare-photo.ts';
import { UploadVeil } from '../pictures/upload-veil.tsx';
import { usePhotoSource } from '../pictures/use-photo-source.ts';
import type { StepValues } from './form-kinds.ts';
import styles from './step-editor.module.css';

export interface StepPhotoProps {
  host: HostServices;
  uploads: PictureUploads;
  step: StepValues;
  /** From 1. */
  place: number;
  onPhoto: (photo: Blob) => void;
}

const lateCropper = createLateCode(() => import('../pictures/crop-dialog.tsx'));

const PREPARING = { phase: 'preparing' } as const;

/** Chooses, crops and uploads a step's photo. A later choice replaces an earlier one. */
export function StepPhoto({ host, uploads, step, place, onPhoto }: StepPhotoProps) {
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
  const source = usePhotoSource(host, () => 1, ([file]) => {
    if (file) void openCrop(file);
  });
  const name = fill(copy['contest.step.image.alt'], { i: place });

  return (
    <div className={styles.photo} data-lead data-photo={step.picture}>
      {picture ? (
        <>
          <img className={styles.picture} src={picture.preview} alt={name} decoding="async" />
          {!preparing && <UploadVeil stage={picture.stage} picture={name} onRetry={() => uploads.retry(picture.id)} />}
          <button type="button" className={styles.change} onClick={source.open}>
            <CameraIcon />{copy['contest.step.changeImage']}
          </button>
        </>
      ) : (
        <button type="button" className={styles.choose} onClick={source.open}>
          <CameraIcon />{copy['contest.step.addImage']}
        </button>
      )}
      {preparing && <UploadVeil stage={PREPARING} picture={name} onRetry={source.open} />}
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
