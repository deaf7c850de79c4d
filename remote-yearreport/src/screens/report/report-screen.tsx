import { commonCopy, fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { BindFridge, Button, createLateCode, joinClasses, Phrases, unseen, useStore } from '@fridge/shared-ui';
import { Fridge, type FridgeMood } from '@fridge/shared-ui/internal';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { useReportFlow } from '../../flow/use-report-flow.ts';
import { NightMoon, NightStage, type NightStageProps } from '../../theme/night-stage.tsx';
import { nightTone } from '../../theme/night-tone.ts';
import night from '../../theme/night.module.css';
import { Landing } from './landing.tsx';
import styles from './report-screen.module.css';

/** The largest chunk: loads while the percentage counts. */
const lateStory = createLateCode(() => import('../../slides/story.tsx'), 15_000);

const opening: NightStageProps = { hour: 0, swing: 0, light: 1 };

/** The year report (spec section 2, "Screens"; section 4): landing, loading and the story. */
export default function ReportScreen({ host }: ScreenProps) {
  const skin = useStore(host.skin);
  const { state, percent, enter, retry } = useReportFlow(host, lateStory);
  const story = useStore(lateStory);
  const [stage, setStage] = useState(opening);
  // Before the first paint: an overlaid header changes the page's height.
  useLayoutEffect(() => host.header.set({ overlay: true, tone: nightTone }), [host]);
  const showHour = useCallback((hour: number, swing: number) => setStage({ ...opening, hour, swing }), []);

  const { phase } = state;
  const { hour, swing } = phase === 'slides' ? stage : opening;
  const isLanding = phase === 'landing' || phase === 'checking';
  const isLoading = phase === 'loading' || phase === 'returning';
  const lightOf = () => {
    if (phase === 'failed' || phase === 'noData') return 0.3;
    return isLoading ? 0.35 + (0.65 * percent) / 100 : 1;
  };

  return (
    <div className={joinClasses(night.night, styles.screen, isLanding && styles.landing)}>
      <NightStage hour={hour} swing={swing} light={lightOf()} />
      {isLanding && <Landing host={host} skin={skin} busy={phase === 'checking'} onEnter={enter} />}
      {isLoading && <Loading percent={percent} />}
      {phase === 'failed' && <Failed retrying={state.retrying} onRetry={retry} />}
      {phase === 'noData' && <NoData host={host} />}
      {phase === 'noFridge' && (
        <BindFridge className={styles.bind} headingLevel={1} onBind={() => host.session.bindFridge()} />
      )}
      {phase === 'slides' && story && <story.default host={host} skin={skin} report={state.report} onHour={showHour} />}
      <NightMoon hour={hour} />
    </div>
  );
}

/** State 2 (spec section 4; copy deck 6.2). */
function Loading({ percent }: { percent: number }) {
  // React's style type lacks custom properties.
  const scale = { '--done': percent / 100 } as CSSProperties;
  return (
    <Stage mood="ajar">
      <p className={styles.percent} aria-hidden="true">
        {fill(copy['report.loading.percent'], { n: percent })}
      </p>
      <output className={styles.status}>{copy[percent === 100 ? 'report.loading.done' : 'report.loading.text']}</output>
      <progress className={unseen} aria-label={copy['report.loading.aria']} value={percent} max={100} />
      <div className={styles.bar} style={scale} aria-hidden="true" />
    </Stage>
  );
}

function Failed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Stage mood="unplugged" title={copy['report.loading.fail']}>
      <Button className={styles.retry} busy={retrying} onClick={onRetry}>
        {commonCopy['common.retry']}
      </Button>
    </Stage>
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
    <Stage mood="asleep" title={copy['report.noData.title']}>
      <p className={styles.sub}>{copy['report.noData.note']}</p>
      <Button className={styles.retry} onClick={others}>
        {copy['host.ended.button']}
      </Button>
    </Stage>
  );
}

/** The fridge below; its title takes the focus of the removed button. */
function Stage({ mood, title, children }: { mood: FridgeMood; title?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      {title !== undefined && (
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <Phrases text={title} />
        </h1>
      )}
      {children}
      <div className={styles.scene}>
        <Fridge mood={mood} className={styles.fridge} />
      </div>
    </section>
  );
}
