import type { HostServices } from '@fridge/shared-contracts';
import { Button, joinClasses, Phrases } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
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
      <Button className={styles.button} aria-label={copy[`draw.earn.${task}.aria`]} onClick={onPress}>
        {copy[`draw.earn.${task}.button`]}
      </Button>
    </li>
  );
}

interface NoChanceDialogProps extends EarnDialogProps {
  /** Whether the user ever had a draw; `null` if unknown. */
  everHad: boolean | null;
  /** Absent where sharing must not be rewarded. */
  onEarn?: (() => void) | undefined;
}

/** No draws left, or none yet (copy deck 4.3). */
export function NoChanceDialog({ host, open, everHad, reportEarns, onClose, onEarn }: NoChanceDialogProps) {
  const { Dialog } = host.feedback;
  const had = everHad === false ? 'neverChance' : 'noChance';
  const ways = onEarn === undefined ? 'descPlain' : reportEarns ? 'desc' : 'descCampaign';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      shape="card"
      title={copy[`draw.result.${everHad === null ? 'zeroChance' : had}.title`]}
    >
      <div className={theme.accents}>
        <Fridge mood="asleep" className={styles.fridge} />
        <p className={styles.explanation}>
          <Phrases text={copy[`draw.result.${had}.${ways}`]} />
        </p>
        <div className={styles.buttons}>
          {onEarn && (
            <Button wide onClick={onEarn}>
              {copy['draw.result.noChance.button']}
            </Button>
          )}
          <Button wide tone={onEarn ? 'text' : 'primary'} className={onEarn && styles.later} onClick={onClose}>
            {copy['draw.result.noChance.later']}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
