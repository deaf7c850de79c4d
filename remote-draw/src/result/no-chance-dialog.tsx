import type { HostServices } from '@fridge/shared-contracts';
import { Button, Fridge, Phrases } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './no-chance-dialog.module.css';

interface NoChanceDialogProps {
  host: HostServices;
  open: boolean;
  /** Whether the user ever had a draw; `null` if unknown. */
  everHad: boolean | null;
  reportEarns: boolean;
  onClose: () => void;
  /** Absent where sharing must not be rewarded. */
  onEarn?: (() => void) | undefined;
}

/** No draws left, or none yet (copy deck 4.3). */
export function NoChanceDialog({ host, open, everHad, reportEarns, onClose, onEarn }: NoChanceDialogProps) {
  const { Dialog } = host.feedback;
  const title = everHad === null ? 'draw.result.zeroChance.title' : everHad ? 'draw.result.noChance.title' : 'draw.result.neverChance.title';
  const ways = onEarn === undefined ? 'descPlain' : reportEarns ? 'desc' : 'descCampaign';
  return (
    <Dialog open={open} onClose={onClose} shape="card" title={copy[title]}>
      <div className={theme.accents}>
        <Fridge mood="asleep" className={styles.fridge} />
        <p className={styles.text}><Phrases text={copy[`draw.result.${everHad === false ? 'neverChance' : 'noChance'}.${ways}`]} /></p>
        <div className={styles.buttons}>
          {onEarn && <Button wide onClick={onEarn}>{copy['draw.result.noChance.button']}</Button>}
          <Button wide tone={onEarn ? 'text' : 'primary'} className={onEarn && styles.later} onClick={onClose}>{copy['draw.result.noChance.later']}</Button>
        </div>
      </div>
    </Dialog>
  );
}
