import 'react-easy-crop/react-easy-crop.css';
import type { HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { Button } from '@fridge/shared-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import Cropper, { type Area, type MediaSize } from 'react-easy-crop';
import { copy } from '../copy.ts';
import { DownIcon, LeftIcon, MinusIcon, PlusIcon, RightIcon, UpIcon } from '../theme/icons.tsx';
import kitchen from '../theme/kitchen.module.css';
import styles from './crop-dialog.module.css';
import { keepInFrame, nudge, type Offset, ZOOM, zoomBy } from './crop-geometry.ts';
import { cropPhoto, type Size } from './prepare-photo.ts';

const { stepPhoto } = contestTerms;
const moves = [['left', LeftIcon], ['up', UpIcon], ['down', DownIcon], ['right', RightIcon]] as const;

export interface CropDialogProps {
  host: Pick<HostServices, 'feedback'>;
  /** From `preparePhoto`. */
  photo: Blob;
  /** Exactly 686x450. */
  onDone: (cropped: Blob) => void;
  onClose: () => void;
}

/** By touch, mouse, keys or buttons (spec section 5; copy deck 5.5). */
export default function CropDialog({ host, photo, onDone, onClose }: CropDialogProps) {
  const [address] = useState(() => URL.createObjectURL(photo));
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.least);
  const [media, setMedia] = useState<MediaSize>();
  const [frame, setFrame] = useState<Size>();
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const open = useRef(true);

  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const place = (next: Offset, at: number) => {
    setZoom(at);
    setOffset(media && frame ? keepInFrame(next, at, media, frame) : next);
  };
  const finish = async () => {
    if (area === undefined) return;
    setBusy(true);
    const cropped = await cropPhoto(photo, area);
    if (!open.current) return;
    setBusy(false);
    if (cropped === null) host.feedback.toast(copy['contest.image.type.toast']);
    else onDone(cropped);
  };

  const { Dialog } = host.feedback;
  return (
    <Dialog open onClose={onClose} title={copy['contest.crop.title']}>
      <div className={kitchen.inDialog}>
        <div className={styles.frame} data-testid="crop">
          <Cropper
            image={address}
            crop={offset}
            zoom={zoom}
            minZoom={ZOOM.least}
            maxZoom={ZOOM.most}
            aspect={stepPhoto.width / stepPhoto.height}
            objectFit="cover"
            disableAutomaticStylesInjection
            onCropChange={setOffset}
            onZoomChange={setZoom}
            onMediaLoaded={setMedia}
            onCropSizeChange={setFrame}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        </div>
        <p className={styles.hint}>{copy['contest.crop.hint']}</p>
        <div className={styles.tools}>
          <Tool label={copy['contest.crop.zoomOut.aria']} onPress={() => place(offset, zoomBy(zoom, -1))}><MinusIcon /></Tool>
          {moves.map(([direction, Arrow]) => (
            <Tool key={direction} label={copy[`contest.crop.${direction}.aria`]} onPress={() => frame && place(nudge(offset, direction, frame), zoom)}><Arrow /></Tool>
          ))}
          <Tool label={copy['contest.crop.zoomIn.aria']} onPress={() => place(offset, zoomBy(zoom, 1))}><PlusIcon /></Tool>
        </div>
        <div className={styles.actions}>
          <Button tone="quiet" wide onClick={onClose}>{copy['contest.crop.cancel']}</Button>
          <Button wide busy={busy || area === undefined} onClick={() => void finish()}>{copy['contest.crop.done']}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Tool({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return <button type="button" className={styles.tool} aria-label={label} onClick={onPress}>{children}</button>;
}
