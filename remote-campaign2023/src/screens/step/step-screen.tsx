import { fill } from '@fridge/shared-contracts';
import { createIcon, joinClasses, PathLink, WholeText } from '@fridge/shared-ui';
import { screenOf } from '@fridge/shared-ui/internal';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { NoonHeader } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import { CAMPAIGN_WINDOW } from '../../window.ts';
import styles from './step-screen.module.css';

const signs = {
  1: createIcon(
    'M5 4.5A1.5 1.5 0 0 1 6.5 3h6A1.5 1.5 0 0 1 14 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-6A1.5 1.5 0 0 1 5 19.5ZM5 12h9M8 7v2M8 15v2M19 8v6M16 11h6',
  ),
  2: createIcon(
    'M12 6.5C10 4.8 7 4.5 3.5 4.5v13.5c3.5 0 6.5.3 8.5 2 2-1.7 5-2 8.5-2V4.5c-3.5 0-6.5.3-8.5 2ZM12 6.5V20M6.5 9c1.2 0 2 .1 3 .5M6.5 12.5c1.2 0 2 .1 3 .5',
  ),
  3: createIcon('M4 4h16v12.5h-8L7.5 20.5v-4H4ZM13 6.5l-3 4h4l-3 4'),
  4: createIcon(
    'M3 6h18v3.5a2.5 2.5 0 0 0 0 5V18H3v-3.5a2.5 2.5 0 0 0 0-5ZM8.5 9v1M8.5 11.6v1M8.5 14.2v1M15 8.5 12.2 12h3.4l-2.8 3.5',
  ),
};

const steps = ([1, 2, 3, 4] as const).map((number) => ({
  number,
  Sign: signs[number],
  title: copy[`campaign.step.${number}.title`],
  description: fill(copy[`campaign.step.${number}.desc`]),
}));

/** How to take part (architecture, "The house"). */
export function Shell() {
  return (
    <div className={joinClasses(theme.theme, styles.step)}>
      <NoonHeader heading={copy['campaign.step.heading']} below="night" />
      <div className={joinClasses(theme.night, styles.night)}>
        <ol className={styles.stations}>
          {steps.map(({ number, Sign, title, description }) => (
            <li key={number} className={styles.station}>
              <span className={styles.sign}>
                <Sign className={styles.drawing} />
              </span>
              <div className={styles.texts}>
                <h2 className={styles.title}>{title}</h2>
                <p className={styles.description}>
                  <WholeText text={description} phrases={WHOLE_PHRASES} />
                </p>
              </div>
            </li>
          ))}
        </ol>
        <p className={styles.note}>{copy['campaign.step.note']}</p>
        <PathLink to="/open" track="campaign.step.guide" tone="primary" className={styles.guide}>
          {copy['campaign.step.guide']}
        </PathLink>
        <PathLink to="/rule" track="campaign.step.rule" tone="text" className={styles.rule}>
          {copy['campaign.step.rule']}
        </PathLink>
      </div>
    </div>
  );
}

export default screenOf(Shell, CAMPAIGN_WINDOW);
