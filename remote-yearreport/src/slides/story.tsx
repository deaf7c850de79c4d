import { fill, type HostServices, type Skin } from '@fridge/shared-contracts';
import type { Report } from '@fridge/shared-contracts/activities/report';
import { ChevronIcon } from '@fridge/shared-ui';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { copy } from '../story-copy.ts';
import { EndSlide } from '../end/end-slide.tsx';

import { NoticeDialog, useNotice } from '../end/use-notice.tsx';
import { useReportSharing } from '../end/use-report-sharing.ts';
import { useMusic } from '../music/use-music.ts';
import night from '../theme/night.module.css';
import { nightTone } from '../theme/night-tone.ts';
import { MusicButton } from './music-button.tsx';
import { PageRail } from './page-rail.tsx';
import { textOf } from './sentence.ts';
import type { Slide } from './slide-model.ts';
import { SlideView } from './slide-view.tsx';
import { storyOf } from './slides-of.ts';
import styles from './story.module.css';
import { usePager } from './use-pager.ts';

export { slidesOf } from './slides-of.ts';

export interface StoryProps {
  host: HostServices;
  skin: Skin;
  report: Report;
  startAtEnd: boolean;
  /** Progress of the night, above 0 to 1, and the slide. */
  onHour: (hour: number, swing: number) => void;
}

const pageClasses = { wrapper: styles.wrapper ?? '', page: styles.page ?? '' };

/** The slides (spec section 2, "Year-report slides"; copy deck 6.3). All but one are inert. */
export default function Story({ host, skin, report, startAtEnd, onHour }: StoryProps) {
  const slides = useMemo(() => storyOf(report), [report]);
  const story = useRef<HTMLElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const pager = usePager(root, slides.length, pageClasses, startAtEnd ? slides.length - 1 : 0);
  const { index, resting } = pager;
  const last = index === slides.length - 1;
  const music = useMusic(host);
  const notice = useNotice();
  useReportSharing(host, skin, notice.agreed);
  // Takes the focus of the removed button.
  useEffect(() => story.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => host.header.set({ overlay: true, tone: nightTone, share: true }), [host]);
  useEffect(() => onHour((index + 1) / slides.length, index), [onHour, index, slides.length]);
  const toggleMusic = () => {
    host.tracking.click('report.music');
    music.toggle();
  };
  const names = slides.map((slide, at) => `${fill(copy['report.slide.aria'], { i: at + 1, n: slides.length })}：${headingOf(slide)}`);

  return (
    <section ref={story} tabIndex={-1} className={styles.story} aria-label={fill(copy['report.slides.aria'], { n: slides.length })}>
      <div ref={root} className={styles.pages}>
        <div className={styles.wrapper}>
          {slides.map((slide, at) => (
            <section key={slide.kind} className={styles.page} aria-label={names[at]} inert={at !== index} data-active={at === index} data-away={(at !== index && Math.abs(at - resting) > 1) || undefined} data-kind={slide.kind}>
              {slide.kind === 'end'
                ? <EndSlide host={host} skin={skin} report={report} slides={slides} slide={slide} active={last} onNotice={notice.show} onShare={notice.agreed} />
                : <SlideView slide={slide} />}
            </section>
          ))}
        </div>
      </div>
      {!last && <MusicButton playing={music.playing} onToggle={toggleMusic} />}
      <PageRail count={slides.length} pager={pager} />
      {!last && <p key={slides[index]?.kind} className={styles.hint}><ChevronIcon />{copy['report.swipe']}</p>}
      <output className={night.unseen}>{pager.edge === null ? names[index] : copy[`report.${pager.edge}.aria`]}</output>
      <NoticeDialog host={host} notice={notice} />
    </section>
  );
}

/** An end page without keywords starts with its wish. */
function headingOf(slide: Slide): string {
  return slide.kind === 'end' && slide.keywords.length === 0 ? slide.sentences.map(textOf).join('') : slide.title;
}
