import { readProse } from '@fridge/shared-contracts';
import { joinClasses, Phrases, Prose, WholeText } from '@fridge/shared-ui';
import { Fridge, screenOf } from '@fridge/shared-ui/internal';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { AnswerEntry } from '../../quiz/answer-entry.tsx';
import { HOURS_PER_DAY, tariffDay } from '../../tariff/tariff-day.ts';
import { TariffFigure, TariffTable } from '../../tariff/tariff-figure.tsx';
import { Crescent, CurveDivider, NoonHeader } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import { CAMPAIGN_WINDOW } from '../../window.ts';
import dayRibbon from './day-ribbon.module.css';
import { DrawnLater } from './drawn-later.tsx';
import styles from './guide-screen.module.css';
import howItWorks from './how-it-works.module.css';
import { TipList } from './tip-list.tsx';

const pricing = readProse(copy['campaign.guide.s1.body']);
const tariffNote = readProse(copy['campaign.guide.s3.note']);

/** The energy-saving guide (spec section 2, "Guide page"). */
export function Shell() {
  const sectionTitle = joinClasses(theme.display, styles.title);
  return (
    <div className={joinClasses(theme.theme, styles.guide)}>
      <NoonHeader heading={copy['campaign.guide.heading']} below="page">
        <p className={styles.lead}>{copy['campaign.guide.lead']}</p>
      </NoonHeader>

      <section className={joinClasses(theme.page, styles.section)}>
        <h2 className={sectionTitle}>
          <Phrases text={copy['campaign.guide.s1.title']} />
        </h2>
        <DayRibbon />
        <Prose elements={pricing} phrases={WHOLE_PHRASES} />
      </section>

      <CurveDivider above="page" below="night" />
      <section className={joinClasses(theme.night, styles.section, styles.valley)}>
        <Crescent className={styles.crescent} />
        <h2 className={sectionTitle}>
          <Phrases text={copy['campaign.guide.s2.title']} />
        </h2>
        <HowItWorks />
        <DrawnLater className={styles.sleeper}>
          <Fridge mood="asleep" />
        </DrawnLater>
      </section>
      <CurveDivider above="night" below="page" />

      <section className={joinClasses(theme.page, styles.section)}>
        <h2 className={sectionTitle}>
          <Phrases text={copy['campaign.guide.s3.title']} />
        </h2>
        <div className={styles.tariff}>
          <TariffFigure />
          <TariffTable />
          <Prose elements={tariffNote} phrases={WHOLE_PHRASES} />
        </div>
      </section>

      <CurveDivider above="page" below="noon" />
      <section className={joinClasses(theme.noon, styles.section, styles.tips)}>
        <h2 className={sectionTitle}>
          <Phrases text={copy['campaign.guide.s4.title']} />
        </h2>
        <TipList />
      </section>

      <AnswerEntry
        id="open-answer"
        label={copy['campaign.guide.start']}
        note={copy['campaign.guide.startNote']}
        track="campaign.guide.start"
        isGuide
        className={joinClasses(theme.night, styles.start)}
        edge={<CurveDivider below="night" className={styles.startEdge} />}
        bindClassName={joinClasses(theme.noon, styles.bind)}
      />
    </div>
  );
}

export default screenOf(Shell, CAMPAIGN_WINDOW);

/** One for each hour, a longer one for every sixth. */
const ticks = Array.from(
  { length: HOURS_PER_DAY - 1 },
  (_, at) => `M${(at + 1) * 10} 34v-${at % 6 === 5 ? 7 : 4}`,
).join('');

/** Decorative: the text below says the same. */
function DayRibbon() {
  return (
    <svg className={dayRibbon.ribbon} viewBox={`0 0 ${HOURS_PER_DAY * 10} 34`} aria-hidden="true">
      {tariffDay.map(({ kind, fromHour, toHour }) => (
        <g key={fromHour} className={dayRibbon[kind]}>
          <rect x={fromHour * 10} y="0" width={(toHour - fromHour) * 10} height="34" className={dayRibbon.band} />
          {toHour - fromHour > 4 && (
            <text x={(fromHour + toHour) * 5} y="22" textAnchor="middle" className={dayRibbon.name}>
              {copy[`campaign.guide.s3.${kind}.kind`]}
            </text>
          )}
        </g>
      ))}
      <path d={ticks} className={dayRibbon.hour} />
    </svg>
  );
}

const elements = readProse(copy['campaign.guide.s2.body']);
const bullets = elements.filter(({ kind }) => kind === 'bullet');
const firstBullet = elements.findIndex(({ kind }) => kind === 'bullet');
const before = elements.slice(0, firstBullet);
const after = elements.slice(firstBullet + bullets.length);

function HowItWorks() {
  return (
    <>
      <Prose elements={before} phrases={WHOLE_PHRASES} />
      <ul className={howItWorks.halves}>
        {bullets.map(({ text }) => {
          const isValley = text.startsWith(copy['campaign.guide.s3.valley.kind']);
          return (
            <li key={text} className={joinClasses(howItWorks.half, isValley ? howItWorks.valley : howItWorks.peak)}>
              {isValley ? <Crescent className={howItWorks.sign} /> : <Sun />}
              <span>
                <WholeText text={text} phrases={WHOLE_PHRASES} />
              </span>
            </li>
          );
        })}
      </ul>
      <Prose elements={after} phrases={WHOLE_PHRASES} />
    </>
  );
}

function Sun() {
  return (
    <svg aria-hidden="true" className={howItWorks.sign} viewBox="0 0 24 24">
      <circle cx="12" cy="12" r="5.5" fill="currentColor" />
      <path
        d="M12 1.5v2M12 20.5v2M1.5 12h2M20.5 12h2M4.6 4.6 6 6M18 18l1.4 1.4M4.6 19.4 6 18M18 6l1.4-1.4"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
