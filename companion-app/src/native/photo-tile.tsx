import { fill } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import type { AlbumPhoto } from '../photos/photo.ts';
import styles from './photo-tile.module.css';

type PhotoTileProps = {
  photo: AlbumPhoto;
  index: number;
  /** Where it stands among the chosen, from 0; -1 when it isn't. */
  place: number;
  disabled: boolean;
  onToggle(): void;
};

export function PhotoTile({ photo, index, place, disabled, onToggle }: PhotoTileProps) {
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={place >= 0}
      aria-label={fill(copy['mock.photos.item.aria'], { label: photo.label, i: index + 1 })}
      disabled={disabled}
      onClick={onToggle}
      data-testid="photo"
    >
      <img className={styles.image} src={photo.preview} alt="" />
      <span className={styles.mark} data-place={place >= 0 ? place + 1 : ''} />
    </button>
  );
}
