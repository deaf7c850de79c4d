import { commonCopy, fill, type HostServices, type ShellProps, type Skin } from '@fridge/shared-contracts';
import { BindFridge, Button, createLateCode, joinClasses, Phrases, unseen, useStore } from '@fridge/shared-ui';
import { Fridge, type FridgeMood, screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy.ts';
import { useReportFlow } from '../../flow/use-report-flow.ts';
import { NightMoon, NightStage, type NightStageProps } from '../../theme/night-stage.tsx';
import night from '../../theme/night.module.css';
import noFridge from '../../theme/no-fridge.svg';
import { Landing } from './landing.tsx';
import styles from './report-screen.module.css';

/** The largest chunk: loads while the percentage counts. */
const lateStory = createLateCode(() => import('../../slides/story.tsx'), 15_000);

/** The year report (spec section 2, "Screens"; section 4): the landing, and in the screen loading and the story. */
export function Shell({ skin, inApp }: ShellProps) {
  const host = useScreenHost();
  if (host !== null) return <Report host={host} skin={skin} />;
  return (
    <Night isLanding>
      <Landing skin={skin} mayEnter={inApp} />
    </Night>
  );
}

export const header = { overlay: true };
/** Always open. */
export default screenOf(Shell, '', header);

/** Of the light, where there is no report. */
const DIM = 0.3;

function Report({ host, skin }: { host: HostServices; skin: Skin }) {
  const { state, percent, enter, retry } = useReportFlow(host, lateStory);
  const story = useStore(lateStory);
  const [reached, setReached] = useState({ hour: 0, swing: 0 });
  const showHour = useCallback((hour: number, swing: number) => setReached({ hour, swing }), []);

  switch (state.phase) {
    case 'landing':
    case 'checking':
      return (
        <Night isLanding>
          <Landing
            skin={skin}
            mayEnter={host.environment.inApp || host.context.reportAccess}
            busy={state.phase === 'checking'}
            onEnter={enter}
          />
        </Night>
      );
    case 'returning':
    case 'loading':
      return (
        <Night light={0.35 + (0.65 * percent) / 100}>
          <Loading percent={percent} />
        </Night>
      );
    case 'failed':
      return (
        <Night light={DIM}>
          <Stage mood="unplugged" title={copy['report.loading.fail']}>
            <Button className={styles.retry} busy={state.retrying} onClick={retry}>
              {commonCopy['common.retry']}
            </Button>
          </Stage>
        </Night>
      );
    case 'noData':
      return (
        <Night light={DIM}>
          <NoData host={host} />
        </Night>
      );
    case 'noFridge':
      return (
        <Night>
          <BindFridge
            className={styles.bind}
            headingLevel={1}
            scene={noFridge}
            onBind={() => host.session.bindFridge()}
          />
        </Night>
      );
    case 'slides':
      return (
        <Night {...reached}>
          {story && <story.default host={host} skin={skin} report={state.report} onHour={showHour} />}
        </Night>
      );
  }
}

type NightProps = Partial<NightStageProps> & { isLanding?: true; children: ReactNode };

/** The kitchen around each state: the same elements, whose light and moon move between them. */
function Night({ hour = 0, swing = 0, light = 1, isLanding, children }: NightProps) {
  return (
    <div className={joinClasses(night.night, styles.screen, isLanding && styles.landing)}>
      <NightStage hour={hour} swing={swing} light={light} />
      {children}
      <NightMoon hour={hour} />
    </div>
  );
}

/** State 2 (spec section 4; copy deck 6.2). */
function Loading({ percent }: { percent: number }) {
  return (
    <Stage mood="ajar">
      <p className={styles.percent} aria-hidden="true">
        {fill(copy['report.loading.percent'], { n: percent })}
      </p>
      <output className={styles.status}>{copy[percent === 100 ? 'report.loading.done' : 'report.loading.text']}</output>
      <progress className={unseen} aria-label={copy['report.loading.aria']} value={percent} max={100} />
      <div className={styles.bar} aria-hidden="true">
        <div style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
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
        <Fridge mood={mood} className={`${night.fridge} ${styles.fridge}`} />
      </div>
    </section>
  );
}
