import { fill } from '@fridge/shared-contracts';
import type { Dietitian } from '@fridge/shared-contracts/activities/report';
import { Phrases, Picture } from '@fridge/shared-ui';
import { memo, type ReactNode } from 'react';
import { ClockScene, FavoriteScene, HouseScene, MeetingScene, StillScene } from '../scenes/scenes.tsx';
import { Drawing, Layer } from '../scenes/layer.tsx';
import scene from '../scenes/scene.module.css';
import motions from '../theme/motion.module.css';
import { copy } from '../copy.ts';
import { namedImage } from '../theme/inline-svg.tsx';
import { DoorClock, FunctionJars } from './slide-charts.tsx';
import { type Sentence, type Slide, textOf } from './slide-model.ts';
import styles from './slide-view.module.css';
import { SlideWords } from './slide-words.tsx';

export const SlideView = memo(function SlideView({ slide }: { slide: Exclude<Slide, { kind: 'end' }> }) {
  return (
    <div className={styles.slide}>
      <SlideWords slide={slide} />
      <div className={`${styles.scene} ${scene.whole}`}>{sceneOf(slide)}</div>
    </div>
  );
});

function sceneOf(slide: Exclude<Slide, { kind: 'end' }>): ReactNode {
  switch (slide.kind) {
    case 'register':
      return <MeetingScene />;
    case 'open':
      return <HouseScene lit={slide.lit} />;
    case 'earliest':
    case 'latest':
      return <ClockScene of={slide.kind} minute={slide.minute} />;
    case 'door':
      return <DoorClock slide={slide} />;
    case 'favTime':
      return <FavoriteScene time={slide.time} />;
    case 'func':
      return <Receipt sentences={slide.sentences.filter(({ lead }) => !lead)} />;
    case 'jars':
      return <FunctionJars slide={slide} />;
    case 'temp':
      return (
        <>
          <StillScene of="temp" />
          {slide.over && <Layer motion="rise" drawing="lolly-over" />}
        </>
      );
    case 'diet':
      return <Portraits dietitians={slide.dietitians} />;
    case 'keyword':
      return <Magnets keywords={slide.keywords} />;
    default:
      return <StillScene of={slide.kind} />;
  }
}

function Receipt({ sentences }: { sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className={styles.frame}>
      <ul className={`${motions.arrive} ${styles.paper}`}>
        {sentences.map((sentence) => (
          <li key={textOf(sentence)} className={styles.line}>
            <Phrases text={sentence.parts} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const tints = ['gold', 'coral', 'mint', 'lavender', 'cream'] as const;
/** Of the first words. */
const SIZES = [34, 25, 22] as const;
/** Degrees. */
const TURNS = [-3, 4, -2, 3, -5, 2] as const;

function Magnets({ keywords }: { keywords: readonly string[] }) {
  return (
    <div className={styles.door}>
      <span className={styles.handle} />
      <ol className={styles.magnets} aria-label={copy['report.keyword.aria']}>
        {keywords.map((keyword, at) => (
          <li
            key={keyword}
            className={`${styles.item} ${motions.pop}`}
            style={{ animationDelay: `${300 + at * 130}ms` }}
          >
            <span
              className={styles.magnet}
              style={{
                background: `var(--${tints[at % tints.length]})`,
                transform: `rotate(${TURNS[at]}deg)`,
              }}
            >
              <span className={styles.rank}>{fill(copy['report.keyword.rank'], { n: at + 1 })}</span>
              <span className={styles.word} style={{ fontSize: `max(13px, ${SIZES[at] ?? 19} * var(--space))` }}>
                {keyword}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Portraits({ dietitians }: { dietitians: readonly Dietitian[] }) {
  // Two may share a name.
  const placed = dietitians.map((dietitian, at) => ({ ...dietitian, at }));
  return (
    <>
      <Layer className={styles.bowl} viewBox="0 0 390 150" motion="rise">
        <Drawing name="fruit-bowl" x={112} y={150} />
        <Drawing name="milk-bottle" x={236} y={150} />
        <Drawing name="plant" x={316} y={150} />
      </Layer>
      <ul className={styles.portraits}>
        {placed.map(({ at, ...dietitian }) => (
          <li
            key={at}
            className={`${styles.portrait} ${motions.pop}`}
            style={{ animationDelay: `${360 + at * 120}ms` }}
          >
            <Avatar {...dietitian} />
            <span className={styles.name}>{dietitian.userName}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A drawn face replaces a missing or broken picture, or one of another scheme. */
function Avatar({ headUrl, userName }: Dietitian) {
  const alt = fill(copy['report.diet.avatar.alt'], { userName });
  return (
    <Picture
      className={styles.face}
      src={/^(https?:\/\/|data:image\/)/.test(headUrl) ? headUrl : ''}
      alt={alt}
      referrerPolicy="no-referrer"
      fallback={
        <svg className={styles.face} {...namedImage(alt)} viewBox="0 0 72 72">
          <Drawing name="face" />
        </svg>
      }
    />
  );
}
