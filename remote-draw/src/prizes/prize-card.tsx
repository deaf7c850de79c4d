import type { HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { fill, formatCopy } from '@fridge/shared-contracts/copy';
import { Button, EditIcon, joinClasses } from '@fridge/shared-ui';
import { openAddress } from '../address/open-address.ts';
import { copy } from '../copy.ts';
import { asLevel } from '../draw/outcome.ts';
import { type Deadline, readDeadline } from './deadline.ts';
import { DeadlineLine } from './deadline-line.tsx';
import styles from './prize-card.module.css';
import { prizeKind } from './prize-kind.ts';
import { PrizePicture } from './prize-picture.tsx';
import { SecretLine } from './secret-line.tsx';

/** One prize: what it is, what to do to have it, and until when (copy deck 4.5). */
export function PrizeCard({ host, prize }: { host: HostServices; prize: Prize }) {
  const kind = prizeKind(prize);
  const level = asLevel(prize.level);
  const deadline = readDeadline(prize.deadline, host.schedule.now());
  return (
    <article className={joinClasses(styles.card, deadline.state === 'passed' && kind !== 'physical' && styles.over)} data-testid="prize" data-kind={kind}>
      <div className={styles.head}>
        <PrizePicture prize={prize} className={styles.picture} />
        <div className={styles.texts}>
          <p className={styles.tag}>{copy[kind === 'physical' ? 'draw.prize.tag.physical' : 'draw.prize.tag.virtual']}</p>
          <h2 className={styles.name}>{prize.giftName}</h2>
          {level !== null && <p className={styles.level}>{formatCopy[`fmt.level.${level}`]}</p>}
        </div>
      </div>
      {kind === 'physical' ? <Recipient host={host} prize={prize} deadline={deadline} /> : <Codes host={host} prize={prize} />}
      {!isSettled(prize, deadline) && <DeadlineLine deadline={deadline} purpose={kind === 'physical' ? 'address' : kind === 'virtual' ? 'redeem' : 'use'} />}
      {kind === 'physical' && <p className={styles.hint}>{copy['draw.prize.physical.hint']}</p>}
      {kind === 'virtual' && <p className={styles.hint}>{copy['draw.prize.virtual.hint']}</p>}
    </article>
  );
}

/** An address that was given in time has no deadline left to speak of. */
function isSettled(prize: Prize, deadline: Deadline): boolean {
  return prizeKind(prize) === 'physical' && prize.userAddress !== '' && deadline.state === 'passed';
}

function Recipient({ host, prize, deadline }: { host: HostServices; prize: Prize; deadline: Deadline }) {
  const filled = prize.userAddress !== '';
  const open = () => {
    host.tracking.click('draw.prize.address');
    openAddress(host, prize, 'list');
  };
  return (
    <>
      {filled && (
        <div className={styles.recipient}>
          <p>{fill(copy['draw.prize.recipient'], { userName: prize.userName, userPhone: prize.userPhone })}</p>
          <p>{fill(copy['draw.prize.address'], { userAddress: prize.userAddress })}</p>
        </div>
      )}
      {deadline.state !== 'passed' && (
        <Button wide tone={filled ? 'quiet' : 'primary'} className={styles.action} onClick={open}>
          <span className={styles.actionLabel}>{filled && <EditIcon />}{copy[filled ? 'draw.prize.editAddress' : 'draw.prize.fillAddress']}</span>
        </Button>
      )}
    </>
  );
}

function Codes({ host, prize }: { host: HostServices; prize: Prize }) {
  if (prize.exchangeCode === '' && prize.exchangePwd === '') return null;
  return (
    <div className={styles.codes}>
      {prize.exchangeCode !== '' && (
        <SecretLine host={host} text={fill(copy['draw.prize.code'], { exchangeCode: prize.exchangeCode })} secret={prize.exchangeCode} copyLabel={copy['draw.prize.copyCode.aria']} />
      )}
      {prize.exchangePwd !== '' && (
        <SecretLine host={host} text={fill(copy['draw.prize.pwd'], { exchangePwd: prize.exchangePwd })} secret={prize.exchangePwd} copyLabel={copy['draw.prize.copyPwd.aria']} />
      )}
    </div>
  );
}
