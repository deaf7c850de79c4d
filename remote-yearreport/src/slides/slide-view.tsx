import { joinClasses } from '@fridge/shared-ui';
import { memo, type ReactNode } from 'react';
import { DoorClock } from './door-clock.tsx';
import { FunctionJars } from './function-jars.tsx';
import { Magnets } from './magnets.tsx';
import { Portraits } from './portraits.tsx';
import { Receipt } from './receipt.tsx';
import { CityScene, HouseScene, LanternScene, MeetingScene, NotesScene, ShelvesScene, TemperatureScene } from '../scenes/scenes.tsx';
import { FavoriteScene, LateScene, MorningScene } from '../scenes/hours-scenes.tsx';
import type { Slide } from './slide-model.ts';
import scene from '../scenes/scene.module.css';
import styles from './slide-view.module.css';
import { SlideWords } from './slide-words.tsx';

export const SlideView = memo(function SlideView({ slide }: { slide: Exclude<Slide, { kind: 'end' }> }) {
  return (
    <div className={styles.slide}>
      <SlideWords slide={slide} {...(slide.kind === 'func' && { only: 'lead' })} />
      <div className={joinClasses(styles.scene, scene.whole)}>{sceneOf(slide)}</div>
    </div>
  );
});

function sceneOf(slide: Exclude<Slide, { kind: 'end' }>): ReactNode {
  switch (slide.kind) {
    case 'register': return <MeetingScene />;
    case 'open': return <HouseScene lit={slide.lit} />;
    case 'earliest': return <MorningScene minute={slide.minute} />;
    case 'latest': return <LateScene minute={slide.minute} band={slide.band} />;
    case 'door': return <DoorClock slide={slide} />;
    case 'favTime': return <FavoriteScene time={slide.time} />;
    case 'func': return <Receipt sentences={slide.sentences.filter(({ lead }) => !lead)} />;
    case 'jars': return <FunctionJars slide={slide} />;
    case 'temp': return <TemperatureScene over={slide.over} />;
    case 'diet': return <Portraits dietitians={slide.dietitians} />;
    case 'keyword': return <Magnets keywords={slide.keywords} />;
    case 'close1': return <CityScene />;
    case 'close2': return <ShelvesScene />;
    case 'close3': return <NotesScene />;
    case 'thanks': return <LanternScene />;
  }
}
