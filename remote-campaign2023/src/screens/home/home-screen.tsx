import { fill, readProse, type ScreenProps } from '@fridge/shared-contracts';
import { DoorLight, joinClasses, PathLink, Phrases, Prose } from '@fridge/shared-ui';
import { CAMPAIGN_WINDOW } from '../../window.ts';
import { copy } from '../../copy.ts';
import { AnswerEntry } from '../../quiz/answer-entry.tsx';
import { CurveDivider } from '../../theme/curve-divider.tsx';
import theme from '../../theme/theme.module.css';
import styles from './home-screen.module.css';
import { RidgeScene } from './ridge-scene.tsx';
import { ShopBanner } from './shop-banner.tsx';
import { timeBanner } from './time-banner.ts';
import { useCampaignShare } from './use-campaign-share.ts';

/** Characters that name the appliance; the heading breaks only after them. */
const APPLIANCE_LENGTH = 2;
const intro = readProse(copy['campaign.home.intro']);

/** Campaign home (spec section 2): from noon through the night to the next morning. */
export default function HomeScreen({ host }: ScreenProps) {
  useCampaignShare(host);
  const heading = copy['campaign.home.heading'];
  const time = timeBanner(host.windows.bounds(CAMPAIGN_WINDOW));
  return (
    <div className={joinClasses(theme.theme, styles.home)}>
      <header className={joinClasses(theme.noon, styles.noon)}>
        <div className={styles.sun} aria-hidden="true" />
        <h1 className={joinClasses(theme.display, styles.heading)}>
          <Phrases text={heading} before={heading.slice(APPLIANCE_LENGTH)} />
        </h1>
        <p className={styles.slogan}>{copy['campaign.home.slogan']}</p>
        {time !== null && <p className={styles.time}><Phrases text={time} /></p>}
        <RidgeScene />
      </header>

      <div className={joinClasses(theme.night, styles.night)}>
        <div className={styles.lightFall}><DoorLight from="top" /></div>
        <AnswerEntry
          host={host}
          label={copy['campaign.home.question']}
          note={copy['campaign.home.questionNote']}
          track="campaign.home.question"
          className={styles.question}
          bindClassName={styles.bind}
        />
        <PathLink host={host} to="/open" track="campaign.home.openGuide" className={styles.guide}>
          {copy['campaign.home.openGuide']}
        </PathLink>
        <ul className={styles.links}>
          <li><PathLink host={host} to="/rule" track="campaign.home.rule" className={styles.link}>{copy['campaign.home.rule']}</PathLink></li>
          <li><PathLink host={host} to="/step" track="campaign.home.step" className={styles.link}>{copy['campaign.home.step']}</PathLink></li>
          {host.navigation.opens('/prize') && (
            <li><PathLink host={host} to="/prize" track="campaign.home.prize" className={styles.link}>{copy['campaign.home.prize']}</PathLink></li>
          )}
        </ul>
        <section className={styles.intro}>
          <h2 className={joinClasses(theme.display, styles.introTitle)}><Phrases text={fill(copy['campaign.home.introTitle'])} /></h2>
          <Prose elements={intro} headingLevel={3} />
        </section>
      </div>

      <CurveDivider above="night" below="noon" />
      <ShopBanner host={host} />
    </div>
  );
}
