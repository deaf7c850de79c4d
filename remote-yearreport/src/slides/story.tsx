import { fill, type HostServices, type Skin } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { ChevronIcon, joinClasses, unseen } from '@fridge/shared-ui';
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { EndSlide } from '../end/end-slide.tsx';
import { NoticeDialog, useNotice } from '../end/use-notice.tsx';
import { useReportSharing } from '../end/report-sharing.ts';
import { keepSlide, keptSlide } from '../flow/kept-slide.ts';
import { useMusic } from '../music/use-music.ts';
import { copy } from '../copy.ts';
import { InlineSvg } from '../theme/inline-svg.tsx';
import night from '../theme/night.module.css';
import note from './music.svg?raw';
import noteOff from './music-off.svg?raw';
import { SlideView } from './slide-view.tsx';
import { storyOf } from './slides-of.ts';
import styles from './story.module.css';
import { type Pager, usePager } from './use-pager.ts';

export { slidesOf } from './slides-of.ts';

interface StoryProps {
  host: HostServices;
  skin: Skin;
  report: Report;
  /** Progress of the night, above 0 to 1, and the slide. */
  onHour: (hour: number, swing: number) => void;
}

/** The slides (spec section 2, "Year-report slides"; copy deck 6.3). All but one are inert. */
export default function Story({ host, skin, report, onHour }: StoryProps) {
  const slides = useMemo(() => storyOf(report), [report]);
  const story = useRef<HTMLElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const pager = usePager(root, slides.length, keptSlide() ?? 0);
  const { index, resting } = pager;
  const last = index === slides.length - 1;
  const music = useMusic(host);
  const notice = useNotice();
  useReportSharing(host, skin, notice.agreed);
  // Takes the focus of the removed button.
  useEffect(() => story.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => host.header.set({ overlay: true, share: true }), [host]);
  useEffect(() => keepSlide(index), [index]);
  useEffect(() => onHour((index + 1) / slides.length, index), [onHour, index, slides.length]);
  const toggleMusic = () => {
    host.tracking.click('report.music');
    music.toggle();
  };
  const names = slides.map(
    (slide, at) => `${fill(copy['report.slide.aria'], { i: at + 1, n: slides.length })}：${slide.title}`,
  );

  return (
    <section
      ref={story}
      tabIndex={-1}
      className={styles.story}
      aria-label={fill(copy['report.slides.aria'], { n: slides.length })}
    >
      <div ref={root} className={styles.pages}>
        <div className={styles.wrapper}>
          {slides.map((slide, at) => (
            <section
              key={slide.kind}
              className={styles.page}
              aria-label={names[at]}
              inert={at !== index}
              aria-hidden={at !== index || undefined}
              data-active={at === index}
              data-away={(at !== index && Math.abs(at - resting) > 1) || undefined}
              data-kind={slide.kind}
            >
              {slide.kind === 'end' ? (
                <EndSlide
                  host={host}
                  skin={skin}
                  slides={slides}
                  slide={slide}
                  active={last}
                  onNotice={notice.show}
                  onShare={notice.agreed}
                />
              ) : (
                <SlideView slide={slide} />
              )}
            </section>
          ))}
        </div>
      </div>
      {!last && (
        <button
          type="button"
          data-music
          className={`${night.iconButton} ${styles.music}`}
          aria-label={copy[music.playing ? 'report.music.on.aria' : 'report.music.off.aria']}
          onClick={toggleMusic}
        >
          <svg
            className={joinClasses(styles.disc, music.playing && styles.turning)}
            viewBox="-16 -16 32 32"
            aria-hidden="true"
          >
            <InlineSvg svg={music.playing ? note : noteOff} />
          </svg>
        </button>
      )}
      <PageRail count={slides.length} pager={pager} />
      {!last && (
        <p key={index} className={styles.hint}>
          <ChevronIcon />
          {copy['report.swipe']}
        </p>
      )}
      <output className={unseen}>{pager.edge === null ? names[index] : copy[`report.${pager.edge}.aria`]}</output>
      <NoticeDialog host={host} close={notice.close} />
    </section>
  );
}

/**
 * A line of what is seen; the targets on it aren't. Scrolled to the resting page. At an end the button is disabled for
 * ARIA only. One dot is a stop of the keyboard, which has keys for every page.
 */
function PageRail({ count, pager: { index, resting, goTo, step } }: { count: number; pager: Pager }) {
  const dots = useRef<HTMLOListElement>(null);
  // Reading sizes during a turn forces a layout.
  useEffect(() => {
    const { current: list } = dots;
    if (list !== null) list.scrollTop = ((resting + 0.5) * list.scrollHeight) / count - list.clientHeight / 2;
  }, [resting, count]);
  return (
    <div className={styles.rail} style={progressOf((index + 1) / count)}>
      <Turn label={copy['report.prev.aria']} isEnd={index === 0} onPress={() => step(-1)} />
      <ol ref={dots} className={styles.dots}>
        {Array.from({ length: count }, (_, at) => (
          <li key={at}>
            <button
              type="button"
              className={styles.dot}
              tabIndex={at === index ? 0 : -1}
              aria-label={fill(copy['report.goto.aria'], { i: at + 1 })}
              aria-current={at === index ? 'page' : undefined}
              onClick={() => goTo(at)}
            />
          </li>
        ))}
      </ol>
      <Turn label={copy['report.next.aria']} isEnd={index === count - 1} onPress={() => step(1)} />
    </div>
  );
}

/** React's style type lacks custom properties. */
const progressOf = (share: number) => ({ '--progress': share }) as CSSProperties;

function Turn({ label, isEnd, onPress }: { label: string; isEnd: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={onPress}
    />
  );
}
