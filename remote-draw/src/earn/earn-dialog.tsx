import { Button, joinClasses } from '@fridge/shared-ui';
import { useLiveHost } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './earn-dialog.module.css';
import { REPORT } from './use-draw-sharing.ts';

type Task = 'report' | 'campaign';

interface EarnDialogProps {
  open: boolean;
  /** Whether sharing the report adds a draw. */
  reportEarns: boolean;
  onClose: () => void;
}

/** The ways to more draws (copy deck 4.4). Companion app only. */
export function EarnDialog({ open, reportEarns, onClose }: EarnDialogProps) {
  const host = useLiveHost();
  const { Dialog } = host.feedback;
  const tasks: readonly Task[] = reportEarns ? ['report', 'campaign'] : ['campaign'];
  const share = (task: Task) => {
    onClose();
    host.tracking.click(`draw.earn.${task}`);
    if (task === 'report') host.navigation.push(REPORT, { comeFrom: 'lotteryDraw' });
    else void host.sharing.share();
  };
  return (
    <Dialog open={open} onClose={onClose} title={copy['draw.earn.title']}>
      <ul className={joinClasses(theme.accents, styles.tasks)}>
        {tasks.map((task) => (
          <li key={task} className={styles.task}>
            <div className={styles.texts}>
              <p className={styles.title}>{copy[`draw.earn.${task}.title`]}</p>
              <p className={styles.text}>{copy[`draw.earn.${task}.desc`]}</p>
            </div>
            <Button className={styles.button} aria-label={copy[`draw.earn.${task}.aria`]} onClick={() => share(task)}>
              {copy[`draw.earn.${task}.button`]}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
