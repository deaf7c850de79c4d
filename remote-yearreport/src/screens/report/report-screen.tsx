import type { ScreenProps } from '@fridge/shared-contracts';
import { BindFridge, createLateCode, joinClasses, useStore } from '@fridge/shared-ui';
import { type ComponentType, lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';
import { shownPercent } from '../../flow/report-machine.ts';
import { useReportFlow } from '../../flow/use-report-flow.ts';
import { NightMoon, NightStage, type NightStageProps } from '../../night/night-stage.tsx';
import { nightTone } from '../../night/night-tone.ts';
import night from '../../night/night.module.css';
import type { StoryProps } from '../../slides/story.tsx';
import { Landing } from './landing.tsx';
import { Loading } from './loading.tsx';
import { NoData } from './no-data.tsx';
import styles from './report-screen.module.css';

/** The story is the largest piece of the report, and its loading is told by the percentage. */
const lateStory = createLateCode(() => import('../../slides/story.tsx'), 15_000);

async function loadStory() {
  const story = await lateStory.load();
  if (!story.ok) throw new Error("The story's code didn't arrive.");
  return story.code;
}

const opening: NightStageProps = { hour: 0, swing: 0, light: 1 };

/** The year report (spec section 2, "Screens"; section 4): landing, loading, and then the story with its own code. */
export default function ReportScreen({ host }: ScreenProps) {
  const skin = useStore(host.skin);
  const { state, cameBack, enter, retry, retrying } = useReportFlow(host, loadStory);
  const [stage, setStage] = useState(opening);
  const [Story] = useState((): ComponentType<StoryProps> => lazy(loadStory));
  // With the first frame and not after it: the header that lies over the screen would make it jump up by its height.
  useLayoutEffect(() => host.header.set({ overlay: true, tone: nightTone }), [host]);
  const showHour = useCallback((hour: number, swing: number) => setStage({ ...opening, hour, swing }), []);

  const { hour, swing } = state.at === 'slides' ? stage : opening;
  const isLanding = state.at === 'landing' || state.at === 'checking';
  const percent = shownPercent(state);
  const light = state.at === 'loading' || state.at === 'done' ? 0.35 + (0.65 * percent) / 100 : opening.light;

  return (
    <div className={joinClasses(night.night, styles.screen, skin === 1 && night.skin1, skin === 2 && night.skin2, isLanding && styles.landing)}>
      <NightStage hour={hour} swing={swing} light={state.at === 'failed' || state.at === 'noData' ? 0.3 : light} />
      {isLanding && <Landing host={host} skin={skin} busy={state.at === 'checking'} onEnter={enter} />}
      {(state.at === 'loading' || state.at === 'done' || state.at === 'failed') && <Loading state={state} retrying={retrying} onRetry={retry} />}
      {state.at === 'noData' && <NoData host={host} />}
      {state.at === 'noFridge' && (
        <BindFridge className={styles.bind} headingLevel={1} onBind={() => host.session.bindFridge()} />
      )}
      {state.at === 'slides' && (
        <Suspense fallback={null}>
          <Story host={host} skin={skin} report={state.report} startAtEnd={cameBack} onHour={showHour} />
        </Suspense>
      )}
      <NightMoon hour={hour} />
    </div>
  );
}
