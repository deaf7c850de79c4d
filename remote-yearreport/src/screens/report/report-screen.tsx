import { commonCopy, fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { BindFridge, Button, createLateCode, joinClasses, Phrases, unseen, useStore } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import {
  type ComponentType,
  type CSSProperties,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { copy } from '../../copy.ts';
import { type ReportState, shownPercent } from '../../flow/report-machine.ts';
import { useReportFlow } from '../../flow/use-report-flow.ts';
import type { StoryProps } from '../../slides/story.tsx';
import { NightMoon, NightStage, type NightStageProps } from '../../theme/night-stage.tsx';
import { nightTone } from '../../theme/night-tone.ts';
import night from '../../theme/night.module.css';
import { Landing } from './landing.tsx';
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
  const { state, cameBack, enter, retry } = useReportFlow(host, loadStory);
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
      {(phase === 'loading' || phase === 'done' || phase === 'failed') && <Loading state={state} onRetry={retry} />}
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

/** State 2 (spec section 4; copy deck 6.2). */
function Loading({
  state,
  onRetry,
}: {
  state: Extract<ReportState, { phase: 'loading' | 'done' | 'failed' }>;
  onRetry: () => void;
}) {
  const failed = state.phase === 'failed';
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      {failed ? (
        <>
          <FocusedHeading text={copy['report.loading.fail']} />
          <Button className={styles.retry} busy={state.retrying} onClick={onRetry}>
            {commonCopy['common.retry']}
          </Button>
        </>
      ) : (
        <Progress percent={shownPercent(state)} done={state.phase === 'done'} />
      )}
      <div className={styles.scene}>
        <Fridge mood={failed ? 'unplugged' : 'ajar'} className={styles.fridge} />
      </div>
    </section>
  );
}

function Progress({ percent, done }: { percent: number; done: boolean }) {
  // React's style type lacks custom properties.
  const scale = { '--done': percent / 100 } as CSSProperties;
  return (
    <>
      <p className={styles.percent} aria-hidden="true">
        {fill(copy['report.loading.percent'], { n: percent })}
      </p>
      <output className={styles.status}>{done ? copy['report.loading.done'] : copy['report.loading.text']}</output>
      <progress className={unseen} aria-label={copy['report.loading.aria']} value={percent} max={100} />
      <div className={styles.bar} style={scale} aria-hidden="true" />
    </>
  );
}

const HALL_PATH = '/default';

/** No data for 2022 (spec section 2; copy deck 6.17). */
function NoData({ host }: { host: HostServices }) {
  const others = () => {
    host.tracking.click('report.noData.others');
    host.navigation.push(HALL_PATH);
  };
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      <FocusedHeading text={copy['report.noData.title']} />
      <p className={styles.sub}>{copy['report.noData.note']}</p>
      <Button className={styles.retry} onClick={others}>
        {copy['host.ended.button']}
      </Button>
      <div className={styles.scene}>
        <Fridge mood="asleep" className={styles.fridge} />
      </div>
    </section>
  );
}

/** Takes the focus of the removed button. */
function FocusedHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      <Phrases text={text} />
    </h1>
  );
}
