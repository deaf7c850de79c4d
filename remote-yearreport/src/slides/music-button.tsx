import { joinClasses } from '@fridge/shared-ui';
import night from '../theme/night.module.css';
import { copy } from '../story-copy.ts';
import styles from './story.module.css';

export function MusicButton({ playing, onToggle }: { playing: boolean; onToggle: () => void }) {
  return (
    <button type="button" data-music className={joinClasses(night.iconButton, styles.music)} aria-label={copy[playing ? 'report.music.on.aria' : 'report.music.off.aria']} onClick={onToggle}>
      <svg className={joinClasses(styles.disc, playing && styles.turning)} viewBox="-16 -16 32 32" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" aria-hidden="true" focusable="false">
        <circle r="14.5" fill="var(--sky-top)" fillOpacity=".6" strokeOpacity=".6" />
        <path d="M-4 6V-6.5l9-2V4" /><circle cx="-6.2" cy="6" r="2.4" fill="currentColor" /><circle cx="2.8" cy="4" r="2.4" fill="currentColor" />
        {!playing && <path d="m-10-10 20 20" stroke="var(--coral)" strokeWidth="2.5" />}
      </svg>
    </button>
  );
}
