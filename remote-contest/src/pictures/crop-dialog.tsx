import 'react-easy-crop/react-easy-crop.css';
import type { HostServices } from '@fridge/shared-contracts';
import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { Button, createIcon, useSubmitLock } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import Cropper, { type Area, type MediaSize, type Point, type Size } from 'react-easy-crop';
import { copy } from '../copy.ts';
import { LeftIcon, MinusIcon, PlusIcon, RightIcon } from '../theme/icons.tsx';
import kitchen from '../theme/kitchen.module.css';
import styles from './crop-dialog.module.css';
import { cropPicture } from './prepare-picture.ts';

const { stepPhoto: cropped } = contestTerms;
const UpIcon = createIcon('M12 18.5v-13M6.5 11 12 5.5l5.5 5.5');
const DownIcon = createIcon('M12 5.5v13M6.5 13l5.5 5.5 5.5-5.5');
/** Name, x, y, steps of zoom. */
const tools = [
  ['zoomOut', MinusIcon, 0, 0, -1],
  ['left', LeftIcon, -1, 0, 0],
  ['up', UpIcon, 0, -1, 0],
  ['down', DownIcon, 0, 1, 0],
  ['right', RightIcon, 1, 0, 0],
  ['zoomIn', PlusIcon, 0, 0, 1],
] as const;

const ZOOM = { least: 1, most: 3, step: 0.25 } as const;
/** Of the frame, per press. */
const MOVE_PART = 0.08;

export interface CropDialogProps {
  host: Pick<HostServices, 'feedback'>;
  /** From `preparePicture`. */
  picture: Blob;
  /** Exactly 686x450. */
  onDone: (cropped: Blob) => void;
  onClose: () => void;
}

/** By touch, mouse, keys or buttons (spec section 5; copy deck 5.5). */
export default function CropDialog({ host, picture, onDone, onClose }: CropDialogProps) {
  const [address] = useState(() => URL.createObjectURL(picture));
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.least);
  const [media, setMedia] = useState<MediaSize>();
  const [frame, setFrame] = useState<Size>();
  const [area, setArea] = useState<Area>();
  const { locked, submitOnce } = useSubmitLock();

  useEffect(() => () => URL.revokeObjectURL(address), [address]);

  const press = (by: Point, steps: number) => {
    if (!media || !frame) return;
    const next = zoomBy(zoom, steps);
    setZoom(next);
    setOffset(keepInFrame(nudge(offset, by, frame), next, media, frame));
  };
  const finish = () =>
    submitOnce(async (signal) => {
      const result = area && (await cropPicture(picture, area));
      if (signal.aborted) return true;
      if (result) onDone(result);
      else host.feedback.toast(copy['contest.image.type.toast']);
      return false;
    });

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
            aspect={cropped.width / cropped.height}
            objectFit="cover"
            disableAutomaticStylesInjection
            onCropChange={setOffset}
            onZoomChange={setZoom}
            onMediaLoaded={setMedia}
            onCropSizeChange={setFrame}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
          />
        </div>
        <p className={styles.hint}>{copy['contest.crop.hint']}</p>
        <div className={styles.tools}>
          {tools.map(([name, Icon, x, y, steps]) => (
            <button
              key={name}
              type="button"
              className={styles.tool}
              aria-label={copy[`contest.crop.${name}.aria`]}
              onClick={() => press({ x, y }, steps)}
            >
              <Icon />
            </button>
          ))}
        </div>
        <div className={styles.actions}>
          <Button tone="quiet" wide onClick={onClose}>
            {copy['contest.crop.cancel']}
          </Button>
          <Button wide busy={locked || area === undefined} onClick={() => void finish()}>
            {copy['contest.crop.done']}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * Keeps the frame covered by the picture.
 * @param offset from the frame's middle to the picture's, CSS px
 * @param media size at zoom 1, CSS px
 */
export function keepInFrame({ x, y }: Point, zoom: number, media: Size, frame: Size): Point {
  const room = (length: number, within: number) => Math.max(0, (length * zoom - within) / 2);
  const [roomX, roomY] = [room(media.width, frame.width), room(media.height, frame.height)];
  // `+ 0` turns -0 into 0.
  return { x: clamp(x, -roomX, roomX) + 0, y: clamp(y, -roomY, roomY) + 0 };
}

export function nudge(offset: Point, { x, y }: Point, frame: Size): Point {
  return { x: offset.x + x * frame.width * MOVE_PART, y: offset.y + y * frame.height * MOVE_PART };
}

export function zoomBy(zoom: number, steps: number): number {
  return clamp(Math.round((zoom + steps * ZOOM.step) * 100) / 100, ZOOM.least, ZOOM.most);
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
