import { fill } from '@fridge/shared-contracts';
import { type ChangeEvent, useEffect, useState } from 'react';
import { copy } from '../copy.ts';
import { album, ownPhoto } from '../photos/album.ts';
import { type AlbumPhoto, type ChosenPhoto, readPhoto } from '../photos/photo.ts';
import { NativePage } from './native-page.tsx';
import { PhotoTile } from './photo-tile.tsx';
import button from './button.module.css';
import styles from './photo-picker.module.css';

/** Stand-in for the native photo picker: the album's pictures and files of one's own, in the order they were tapped. */
export function PhotoPicker({ max, onDone }: { max: number; onDone(photos: readonly ChosenPhoto[]): void }) {
  const [photos, setPhotos] = useState<readonly AlbumPhoto[]>([]);
  const [chosen, setChosen] = useState<readonly AlbumPhoto[]>([]);
  const [reading, setReading] = useState(false);
  const [failed, setFailed] = useState(false);
  const full = chosen.length >= max;

  useEffect(() => {
    let here = true;
    album().then((own) => here && setPhotos((before) => [...before, ...own]), () => setFailed(true));
    return () => {
      here = false;
    };
  }, []);

  const toggle = (photo: AlbumPhoto) =>
    setChosen((before) => (before.includes(photo) ? before.filter((other) => other !== photo) : full ? before : [...before, photo]));

  const addOwn = (event: ChangeEvent<HTMLInputElement>) => {
    const added = Array.from(event.target.files ?? [], (file, index) => ownPhoto(file, `own-${photos.length}-${index}-${file.name}`));
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
      title={copy['mock.photos.title']}
      testId="photo-picker"
      shape="full"
      cancelLabel={copy['mock.photos.cancel']}
      onCancel={() => onDone([])}
      action={<button type="button" className={`${button.primary} ${button.small}`} disabled={chosen.length === 0 || reading} onClick={() => void finish()}>{copy['mock.photos.done']}</button>}
    >
      <div className={styles.bar}>
        <output data-testid="photo-count">{fill(copy['mock.photos.count'], { n: chosen.length, max })}</output>
        <label className={styles.own}>
          {copy['mock.photos.own']}
          <input type="file" accept="image/*" multiple onChange={addOwn} data-testid="own-photos" />
        </label>
      </div>
      {full ? <p className={styles.note}>{fill(copy['mock.photos.full'], { max })}</p> : null}
      {failed ? <p role="alert" className={styles.trouble}>{copy['mock.photos.fail']}</p> : null}
      <ul className={styles.grid}>
        {photos.map((photo, index) => {
          const place = chosen.indexOf(photo);
          return (
            <li key={photo.key}>
              <PhotoTile photo={photo} index={index} place={place} disabled={full && place < 0} onToggle={() => toggle(photo)} />
            </li>
          );
        })}
      </ul>
    </NativePage>
  );
}
