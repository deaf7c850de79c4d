import type { ScreenProps } from '@fridge/shared-contracts';
import { BindFridge, createLateCode, joinClasses, useStore } from '@fridge/shared-ui';
import { type ComponentType, lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';
import { shownPercent } from '../../flow/report-machine.ts';
import { useReportFlow } from '../../flow/use-report-flow.ts';
import type { StoryProps } from '../../slides/story.tsx';
import night from '../../theme/night.module.css';
import { NightMoon, NightStage, type NightStageProps } from '../../theme/night-stage.tsx';
import { nightTone } from '../../theme/night-tone.ts';
import { Landing } from './landing.tsx';
import { Loading, NoData } from './loading.tsx';
import styles from './report-screen.module.css';

/** The largest chunk: loads while the percentage counts. */
const lateStory = createLateCode(() => import('../../slides/story.tsx'), 15_000);

async function loadStory() {
  const story = await lateStory.load();
  if (!story.ok) throw new Error("The story's code didn't arrive.");
  return story.code;
}

const opening: NightStageProps = { hour: 0, swing: 0, light: 1 };

/** The year report (spec section 2, "Screens"; section 4): landing, loading and the story. */
export default function ReportScreen({ host }: ScreenProps) {
  const skin = useStore(host.skin);
  const { state, cameBack, enter, retry, retrying } = useReportFlow(host, loadStory);
  const [stage, setStage] = useState(opening);
  const [Story] = useState((): ComponentType<StoryProps> => lazy(loadStory));
  // Before the first paint: an overlaid header changes the page's height.
  useLayoutEffect(() => host.header.set({ overlay: true, tone: nightTone }), [host]);
  const showHour = useCallback((hour: number, swing: number) => setStage({ ...opening, hour, swing }), []);

  const { phase } = state;
  const { hour, swing } = phase === 'slides' ? stage : opening;
  const isLanding = phase === 'landing' || phase === 'checking';
  const lightOf = () => {
    if (phase === 'failed' || phase === 'noData') return 0.3;
    return phase === 'loading' || phase === 'done' ? 0.35 + (0.65 * shownPercent(state)) / 100 : 1;
  };

  return (
    <div
      className={joinClasses(
        night.night,
        styles.screen,
        skin === 1 && night.skin1,
        skin === 2 && night.skin2,
        isLanding && styles.landing,
      )}
    >
      <NightStage hour={hour} swing={swing} light={lightOf()} />
      {isLanding && <Landing host={host} skin={skin} busy={phase === 'checking'} onEnter={enter} />}
      {(phase === 'loading' || phase === 'done' || phase === 'failed') && (
        <Loading state={state} retrying={retrying} onRetry={retry} />
      )}
      {phase === 'noData' && <NoData host={host} />}
      {phase === 'noFridge' && (
        <BindFridge className={styles.bind} headingLevel={1} onBind={() => host.session.bindFridge()} />
      )}
      {phase === 'slides' && (
        <Suspense fallback={null}>
          <Story host={host} skin={skin} report={state.report} startAtEnd={cameBack} onHour={showHour} />
        </Suspense>
      )}
      <NightMoon hour={hour} />
    </div>
  );
}
