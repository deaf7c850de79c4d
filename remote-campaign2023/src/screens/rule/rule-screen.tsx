import { type ProseElement, readProse, type ShellProps, windowText } from '@fridge/shared-contracts';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { screenOf } from '@fridge/shared-ui/internal';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { NoonHeader } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import { CAMPAIGN_WINDOW } from '../../window.ts';
import styles from './rule-screen.module.css';

/** The rules (spec section 2, "Rules page"). */
export function Shell({ period }: ShellProps) {
  const rules = campaignRules(period);
  return (
    <div className={joinClasses(theme.theme, styles.rule)}>
      <NoonHeader heading={copy['campaign.home.heading']} below="page" sun={false} className={styles.noon} />
      <Prose elements={rules} phrases={WHOLE_PHRASES} className={joinClasses(theme.page, styles.text)} />
    </div>
  );
}

export default screenOf(Shell, CAMPAIGN_WINDOW);

export function campaignRules(bounds: ShellProps['period']): readonly ProseElement[] {
  const period = windowText(bounds, { exact: true }) ?? copy['rules.campaign.period.open'];
  return readProse(copy['rules.campaign'], { period });
}
