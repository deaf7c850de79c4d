import type { HostServices } from '@fridge/shared-contracts';
import { Button, joinClasses } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './earn-dialog.module.css';
import { REPORT } from './use-draw-sharing.ts';

interface EarnDialogProps {
  host: HostServices;
  open: boolean;
  /** Whether sharing the report adds a draw. */
  reportEarns: boolean;
  onClose: () => void;
}

/** The ways to more draws (copy deck 4.4). Companion app only. */
export function EarnDialog({ host, open, reportEarns, onClose }: EarnDialogProps) {
  const { Dialog } = host.feedback;
  const shareReport = () => {
    onClose();
    host.tracking.click('draw.earn.report');
    host.navigation.push(REPORT, { comeFrom: 'lotteryDraw' });
  };
  const shareCampaign = () => {
    onClose();
    host.tracking.click('draw.earn.campaign');
    void host.sharing.share();
  };
  return (
    <Dialog open={open} onClose={onClose} title={copy['draw.earn.title']}>
      <ul className={joinClasses(theme.accents, styles.tasks)}>
        {reportEarns && <Task task="report" onPress={shareReport} />}
        <Task task="campaign" onPress={shareCampaign} />
      </ul>
    </Dialog>
  );
}

function Task({ task, onPress }: { task: 'report' | 'campaign'; onPress: () => void }) {
  return (
    <li className={styles.task}>
      <div className={styles.texts}>
        <p className={styles.title}>{copy[`draw.earn.${task}.title`]}</p>
        <p className={styles.text}>{copy[`draw.earn.${task}.desc`]}</p>
      </div>
      <Button className={styles.button} aria-label={copy[`draw.earn.${task}.aria`]} onClick={onPress}>{copy[`draw.earn.${task}.button`]}</Button>
    </li>
  );
}
