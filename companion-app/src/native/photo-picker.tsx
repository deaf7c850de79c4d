import { fill } from '@fridge/shared-contracts';
import { type ChangeEvent, useState } from 'react';
import { copy } from '../copy.ts';
import { album, type AlbumPhoto, type ChosenPhoto, ownPhoto, readPhoto } from '../photos/album.ts';
import { NativePage } from './native-page.tsx';
import shared from './native-page.module.css';
import styles from './photo-picker.module.css';

type PhotoPickerProps = { max: number; onDone(photos: readonly ChosenPhoto[]): void };

/** Stand-in for the native picker: the album and the user's files, in the order of selection. */
export function PhotoPicker({ max, onDone }: PhotoPickerProps) {
  const [photos, setPhotos] = useState(album);
  const [chosen, setChosen] = useState<readonly AlbumPhoto[]>([]);
  const [reading, setReading] = useState(false);
  const [failed, setFailed] = useState(false);
  const full = chosen.length >= max;

  const toggle = (photo: AlbumPhoto) =>
    setChosen((before) =>
      before.includes(photo) ? before.filter((other) => other !== photo) : full ? before : [...before, photo],
    );

  const addOwn = (event: ChangeEvent<HTMLInputElement>) => {
    const added = Array.from(event.target.files ?? [], (file, index) =>
      ownPhoto(file, `own-${photos.length}-${index}-${file.name}`),
    );
    event.target.value = '';
    setPhotos((before) => [...added, ...before]);
    setChosen((before) => [...before, ...added].slice(0, max));
  };

  const finish = async () => {
    setReading(true);
    setFailed(false);
    try {
      onDone(await Promise.all(chosen.map(async (photo) => readPhoto(await photo.file()))));
    } catch {
      setFailed(true);
      setReading(false);
    }
  };

  return (
    <NativePage
      kind="photos"
      onCancel={() => onDone([])}
      action={
        <button
          type="button"
          className={`${shared.primary} ${shared.small}`}
          disabled={chosen.length === 0 || reading}
          onClick={() => void finish()}
        >
          {copy['mock.photos.done']}
        </button>
      }
    >
      <div className={styles.bar}>
        <output data-testid="photo-count">{fill(copy['mock.photos.count'], { n: chosen.length, max })}</output>
        <label className={styles.own}>
          {copy['mock.photos.own']}
          <input type="file" accept="image/*" multiple onChange={addOwn} data-testid="own-photos" />
        </label>
      </div>
      {full ? <p className={`${shared.quiet} ${styles.note}`}>{fill(copy['mock.photos.full'], { max })}</p> : null}
      {failed ? (
        <p role="alert" className={`${shared.trouble} ${styles.trouble}`}>
          {copy['mock.photos.fail']}
        </p>
      ) : null}
      <ul className={styles.grid}>
        {photos.map((photo, index) => {
          const place = chosen.indexOf(photo);
          return (
            <li key={photo.key}>
              <button
                type="button"
                className={styles.tile}
                aria-pressed={place >= 0}
                aria-label={fill(copy['mock.photos.item.aria'], { label: photo.label, i: index + 1 })}
                disabled={full && place < 0}
                onClick={() => toggle(photo)}
                data-testid="photo"
              >
                <img className={styles.image} src={photo.preview} alt="" />
                <span className={styles.mark} data-place={place >= 0 ? place + 1 : ''} />
              </button>
            </li>
          );
        })}
      </ul>
    </NativePage>
  );
}
