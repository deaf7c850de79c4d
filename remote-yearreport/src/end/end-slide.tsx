import { fill, type HostServices, type Skin } from '@fridge/shared-contracts';
import { Button, CloseIcon, InfoIcon, Phrases, useStore } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import { memo, useState } from 'react';
import { Drawing } from '../scenes/layer.tsx';
import scene from '../scenes/scene.module.css';
import motions from '../theme/motion.module.css';
import type { Slide, SlideOf } from '../slides/slide-model.ts';
import { copy } from '../copy.ts';
import { namedImage } from '../theme/inline-svg.tsx';
import night from '../theme/night.module.css';
import styles from './end-slide.module.css';
import { PosterEntry } from './poster-entry.tsx';

interface EndSlideProps {
  host: HostServices;
  skin: Skin;
  slides: readonly Slide[];
  slide: SlideOf<'end'>;
  active: boolean;
  onNotice: () => void;
  /** May show the notice. @returns whether to share */
  onShare: () => Promise<boolean>;
}

/** Spec section 2; copy deck 6.16. */
export const EndSlide = memo(function EndSlide({
  host,
  skin,
  slides,
  slide,
  active,
  onNotice,
  onShare,
}: EndSlideProps) {
  const draw = useDrawEntry(host);
  const share = async () => {
    host.tracking.click('report.end.share');
    if (await onShare()) await host.sharing.share();
  };
  const notice = () => {
    host.tracking.click('report.end.notice');
    onNotice();
  };
  return (
    <div className={styles.end}>
      {slide.keywords.length > 0 && (
        <>
          <h2 className={styles.title}>{slide.title}</h2>
          <ol className={styles.keywords} aria-label={copy['report.keyword.aria']}>
            {slide.keywords.map((keyword, at) => (
              <li key={keyword} className={styles.keyword}>
                <b className={styles.rank}>{fill(copy['report.keyword.rank'], { n: at + 1 })}</b>
                {keyword}
              </li>
            ))}
          </ol>
        </>
      )}
      <p className={styles.wish}>
        <Phrases text={copy['report.end.line']} />
      </p>
      <div className={`${styles.scene} ${scene.whole}`}>
        <Fridge mood="proud" className={`${styles.fridge} ${motions.rise}`} />
        <PosterEntry key={skin} host={host} skin={skin} slides={slides} keywords={slide.keywords} active={active} />
        {draw.pictureShown && (
          <div className={styles.draw}>
            <button type="button" className={styles.drawOpen} onClick={draw.open}>
              <svg {...namedImage(copy['report.end.drawEntry.alt'])} viewBox="-50 -50 100 100">
                <Drawing name="wheel" />
              </svg>
            </button>
            <button
              type="button"
              className={`${night.iconButton} ${styles.drawClose}`}
              aria-label={copy['report.end.drawClose.aria']}
              onClick={draw.close}
            >
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <Button wide onClick={() => void share()}>
          {copy['report.end.share']}
        </Button>
        {draw.shown && (
          <Button wide tone="quiet" onClick={draw.open}>
            {copy['report.end.draw']}
          </Button>
        )}
      </div>
      <button
        type="button"
        className={`${night.iconButton} ${styles.notice}`}
        aria-label={copy['report.end.notice.aria']}
        onClick={notice}
      >
        <InfoIcon />
      </button>
    </div>
  );
});

const DRAW_PATH = '/draw';
/** `comeFrom` of a report that the draw opened. */
const FROM_DRAW = 'lotteryDraw';

/** Shown in the app while the draw's window is open (spec section 4, "Draw entry"). */
function useDrawEntry(host: HostServices) {
  const [closed, setClosed] = useState(false);
  useStore(host.windows);
  const { environment, navigation, windows, tracking } = host;
  const shown = environment.inApp && navigation.opens(DRAW_PATH) && windows.stateOf('draw') === 'open';
  return {
    shown,
    pictureShown: shown && !closed,
    open: () => {
      tracking.click('report.end.draw');
      if (navigation.query['comeFrom'] === FROM_DRAW) navigation.back();
      else navigation.push(DRAW_PATH);
    },
    close: () => {
      tracking.click('report.end.drawClose');
      setClosed(true);
    },
  };
}
