import { readProse, type ScreenProps } from '@fridge/shared-contracts';
import { Fridge, joinClasses, Phrases, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { AnswerEntry } from '../../quiz/answer-entry.tsx';
import { TariffFigure } from '../../tariff/tariff-figure.tsx';
import { TariffTable } from '../../tariff/tariff-table.tsx';
import { Crescent } from '../../theme/crescent.tsx';
import { CurveDivider } from '../../theme/curve-divider.tsx';
import { NoonHeader } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import { DayRibbon } from './day-ribbon.tsx';
import styles from './guide-screen.module.css';
import { HowItWorks } from './how-it-works.tsx';
import { TipList } from './tip-list.tsx';

const pricing = readProse(copy['campaign.guide.s1.body']);
const tariffNote = readProse(copy['campaign.guide.s3.note']);

/** The energy-saving guide (spec section 2, "Guide page"). */
export default function GuideScreen({ host }: ScreenProps) {
  const sectionTitle = joinClasses(theme.display, styles.title);
  return (
    <div className={joinClasses(theme.theme, styles.guide)}>
      <NoonHeader heading={copy['campaign.guide.heading']} below="page" className={styles.noon}>
        <p className={styles.lead}>{copy['campaign.guide.lead']}</p>
      </NoonHeader>

      <section className={joinClasses(theme.page, styles.section)}>
        <h2 className={sectionTitle}><Phrases text={copy['campaign.guide.s1.title']} /></h2>
        <DayRibbon />
        <Prose elements={pricing} headingLevel={3} />
      </section>

      <CurveDivider above="page" below="night" />
      <section className={joinClasses(theme.night, styles.section, styles.valley)}>
        <Crescent className={styles.crescent} />
        <h2 className={sectionTitle}><Phrases text={copy['campaign.guide.s2.title']} /></h2>
        <HowItWorks />
        <Fridge mood="asleep" className={styles.sleeper} />
      </section>
      <CurveDivider above="night" below="page" />

      <section className={joinClasses(theme.page, styles.section)}>
        <h2 className={sectionTitle}><Phrases text={copy['campaign.guide.s3.title']} /></h2>
        <div className={styles.tariff}>
          <TariffFigure />
          <TariffTable />
          <Prose elements={tariffNote} headingLevel={3} />
        </div>
      </section>

      <CurveDivider above="page" below="noon" />
      <section className={joinClasses(theme.noon, styles.section, styles.tips)}>
        <h2 className={sectionTitle}><Phrases text={copy['campaign.guide.s4.title']} /></h2>
        <TipList />
      </section>

      <AnswerEntry
        host={host}
        label={copy['campaign.guide.start']}
        note={copy['campaign.guide.startNote']}
        track="campaign.guide.start"
        className={joinClasses(theme.night, styles.start)}
        edge={<CurveDivider below="night" className={styles.startEdge} />}
        bindClassName={joinClasses(theme.noon, styles.bind)}
      />
    </div>
  );
}
