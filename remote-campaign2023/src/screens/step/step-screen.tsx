import { fill, type ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, PathLink, WholeText } from '@fridge/shared-ui';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { NoonHeader } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import { StepSign } from './step-signs.tsx';
import styles from './step-screen.module.css';

const steps = ([1, 2, 3, 4] as const).map((number) => ({
  number,
  title: copy[`campaign.step.${number}.title`],
  description: fill(copy[`campaign.step.${number}.desc`]),
}));

/** How to take part (architecture, "The house"). */
export default function StepScreen({ host }: ScreenProps) {
  return (
    <div className={joinClasses(theme.theme, styles.step)}>
      <NoonHeader heading={copy['campaign.step.heading']} below="night" className={styles.noon} />
      <div className={joinClasses(theme.night, styles.night)}>
        <ol className={styles.stations}>
          {steps.map(({ number, title, description }) => (
            <li key={number} className={styles.station}>
              <span className={styles.sign}><StepSign step={number} /></span>
              <div className={styles.texts}>
                <h2 className={styles.title}>{title}</h2>
                <p className={styles.description}><WholeText text={description} phrases={WHOLE_PHRASES} /></p>
              </div>
            </li>
          ))}
        </ol>
        <p className={styles.note}>{copy['campaign.step.note']}</p>
        <PathLink host={host} to="/open" track="campaign.step.guide" className={styles.guide}>{copy['campaign.step.guide']}</PathLink>
        <PathLink host={host} to="/rule" track="campaign.step.rule" className={styles.rule}>{copy['campaign.step.rule']}</PathLink>
      </div>
    </div>
  );
}
