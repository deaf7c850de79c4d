import { formatCopy } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { Button, joinClasses } from '@fridge/shared-ui';
import { EditIcon, useLiveHost } from '@fridge/shared-ui/internal';
import { openAddress } from '../address/open-address.ts';
import { copy } from '../copy.ts';
import { asLevel } from '../draw/shown-result.ts';
import theme from '../theme/theme.module.css';
import { Codes } from './copy-box.tsx';
import { Coupon } from './coupon.tsx';
import coupon from './coupon.module.css';
import { type Deadline, DeadlineLine, readDeadline, RevokedLine } from './deadline-line.tsx';
import { isShipped, RecipientLines, Shipment } from './delivery.tsx';
import { PrizePicture } from './prize-picture.tsx';
import styles from './prizes.module.css';
import { prizeKind } from './use-prizes.ts';

/** One prize, how to get it, and until when (copy deck 4.5). */
export function PrizeCard({ prize }: { prize: Prize }) {
  const kind = prizeKind(prize);
  const level = asLevel(prize.level);
  const deadline = readDeadline(prize.deadline, useLiveHost().windows.now());
  const isPassed = deadline?.isPassed ?? false;
  const isOver = prize.isRevoked || (isPassed && kind !== 'physical');
  const card = { 'aria-label': prize.giftName, 'data-testid': 'prize', 'data-kind': kind };
  if (kind === 'coupon')
    return (
      <article {...card} className={joinClasses(coupon.coupon, isOver && coupon.over)}>
        <Coupon prize={prize} deadline={deadline} />
      </article>
    );
  return (
    <article {...card} className={joinClasses(theme.paper, styles.card, isOver && styles.over)}>
      <div className={styles.head}>
        <PrizePicture prize={prize} className={styles.picture} />
        <div>
          <p className={styles.tag}>{copy[`draw.prize.tag.${kind}`]}</p>
          <h2 className={styles.name}>{prize.giftName}</h2>
          {level !== null && <p className={styles.level}>{formatCopy[`fmt.level.${level}`]}</p>}
        </div>
      </div>
      {prize.isRevoked ? <RevokedLine prize={prize} /> : <Use prize={prize} kind={kind} deadline={deadline} />}
    </article>
  );
}

type UseProps = { prize: Prize; kind: 'physical' | 'virtual' | 'allowance'; deadline: Deadline | null };

/** What a user does with a prize, and until when. */
function Use({ prize, kind, deadline }: UseProps) {
  const isPassed = deadline?.isPassed ?? false;
  return (
    <>
      {kind === 'physical' ? (
        <>
          <Shipment prize={prize} />
          <RecipientLines prize={prize} />
          {/* Once shipped, the address can't be changed. */}
          {!isPassed && !isShipped(prize) && <AddressButton prize={prize} />}
        </>
      ) : (
        <Codes prize={prize} isOver={isPassed} />
      )}
      {!isShipped(prize) && (
        <>
          <DeadlineLine prize={prize} deadline={deadline} />
          <Hint kind={kind} isDated={deadline !== null} />
        </>
      )}
    </>
  );
}

function AddressButton({ prize }: { prize: Prize }) {
  const host = useLiveHost();
  const filled = prize.userAddress !== '';
  const open = () => {
    host.tracking.click('draw.prize.address');
    openAddress(host, prize);
  };
  return (
    <Button wide tone={filled ? 'quiet' : 'primary'} onClick={open}>
      {filled && <EditIcon className={styles.edit} />}
      {copy[filled ? 'draw.prize.editAddress' : 'draw.prize.fillAddress']}
    </Button>
  );
}

function Hint({ kind, isDated }: { kind: 'physical' | 'virtual' | 'allowance'; isDated: boolean }) {
  if (kind === 'allowance' || (kind === 'virtual' && isDated)) return null;
  return <p className={styles.hint}>{isDated ? copy['draw.prize.shipping'] : copy[`draw.prize.${kind}.hint`]}</p>;
}
