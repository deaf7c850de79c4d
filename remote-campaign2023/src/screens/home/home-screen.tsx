import {
  fill,
  type HostServices,
  readProse,
  type ScreenProps,
  type ShellProps,
  windowText,
} from '@fridge/shared-contracts';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { joinClasses, PathLink, Phrases, Prose, WholeText } from '@fridge/shared-ui';
import { announceShare, DoorLight, recordShare, screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import { useEffect } from 'react';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { AnswerEntry } from '../../quiz/answer-entry.tsx';
import { CurveDivider } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import { CAMPAIGN_WINDOW } from '../../window.ts';
import styles from './home-screen.module.css';
import { RidgeScene } from './ridge-scene.tsx';
import { ShopBanner } from './shop-banner.tsx';

/** The heading breaks only before it. */
const HEADING_END = '省电之星';
const intro = readProse(copy['campaign.home.intro']);

/** Campaign home (spec section 2): from noon through the night to the next morning. */
export function Shell({ period }: ShellProps) {
  const host = useScreenHost();
  const time = timeBanner(period);
  const hasPrizes = host?.navigation.opens('/prize') !== false;
  return (
    <div className={joinClasses(theme.theme, styles.home)}>
      <header className={joinClasses(theme.noon, styles.noon)}>
        <div className={styles.sun} aria-hidden="true" />
        <h1 className={joinClasses(theme.display, styles.heading)}>
          <Phrases text={copy['campaign.home.heading']} before={HEADING_END} />
        </h1>
        <p className={styles.slogan}>{copy['campaign.home.slogan']}</p>
        {time !== null && (
          <p className={styles.time}>
            <WholeText text={time} />
          </p>
        )}
        <RidgeScene />
      </header>

      <div className={joinClasses(theme.night, styles.night)}>
        <div className={styles.lightFall}>
          <DoorLight from="top" />
        </div>
        <AnswerEntry
          id="home-answer"
          label={copy['campaign.home.question']}
          note={copy['campaign.home.questionNote']}
          track="campaign.home.question"
          className={styles.question}
          bindClassName={styles.bind}
        />
        <PathLink to="/open" track="campaign.home.openGuide" tone="quiet" className={styles.guide}>
          {copy['campaign.home.openGuide']}
        </PathLink>
        <ul className={styles.links}>
          <li>
            <PathLink to="/rule" track="campaign.home.rule" className={styles.link}>
              {copy['campaign.home.rule']}
            </PathLink>
          </li>
          <li>
            <PathLink to="/step" track="campaign.home.step" className={styles.link}>
              {copy['campaign.home.step']}
            </PathLink>
          </li>
          {/* Its place stays: pages show the others before anybody knows. */}
          <li className={hasPrizes ? undefined : styles.absent} aria-hidden={!hasPrizes || undefined} data-live="">
            <PathLink to="/prize" track="campaign.home.prize" className={styles.link}>
              {copy['campaign.home.prize']}
            </PathLink>
          </li>
        </ul>
        <section className={styles.intro}>
          <h2 className={joinClasses(theme.display, styles.introTitle)}>
            <Phrases text={fill(copy['campaign.home.introTitle'])} />
          </h2>
          <Prose elements={intro} phrases={WHOLE_PHRASES} />
        </section>
      </div>

      <CurveDivider above="night" below="noon" />
      <ShopBanner />
    </div>
  );
}

export const header = { share: true };
const LiveHome = screenOf(Shell, CAMPAIGN_WINDOW, header);

export default function HomeScreen({ host }: ScreenProps) {
  useCampaignShare(host);
  return <LiveHome host={host} />;
}

/** The activity time (`campaign.home.time`); `null` for a period without bounds. */
export function timeBanner(period: ShellProps['period']): string | null {
  const text = windowText(period);
  return text === null ? null : fill(copy['campaign.home.time'], { period: text });
}

/** Prepares what the header's icon shares and records shares (spec sections 2 and 7). */
export function useCampaignShare(host: HostServices): void {
  useEffect(
    () =>
      host.sharing.prepare({
        title: copy['host.card.campaign.title'],
        description: copy['host.card.campaign.desc'],
        path: '/',
        landing: 'activity',
        onShared: () => record(host),
      }),
    [host],
  );
}

/** @returns false without a fridge to record for: the host confirms instead */
function record(host: HostServices): boolean {
  const { status, userId, mobile, homeId, fridge } = host.session.getState();
  if (status !== 'user' || fridge === null) return false;
  const household = { userId, phone: mobile, fridgeId: fridge.fridgeId, homeId };
  void recordShare(host, sharingCalls.annualRecord, recordType.sharedCampaign).then((added) =>
    announceShare(host, host.navigation.opens('/draw') ? added : 0),
  );
  void host.requests.call(sharingCalls.shareRecord, household, { quiet: true });
  return true;
}
