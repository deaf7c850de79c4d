import { fill, formatCopy, type HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { Button, joinClasses, WholeText } from '@fridge/shared-ui';
import { EditIcon } from '@fridge/shared-ui/internal';
import { useId } from 'react';
import { openAddress } from '../address/open-address.ts';
import { copy } from '../copy.ts';
import { asLevel } from '../draw/shown-result.ts';
import { CopyBox, CopyLine } from './copy-box.tsx';
import { type Deadline, DeadlineLine, type DeadlineLineProps, readDeadline } from './deadline-line.tsx';
import styles from './prize-card.module.css';
import { PrizePicture } from './prize-picture.tsx';
import { RecipientLines } from './recipient-lines.tsx';
import { isShipped, Shipment } from './shipment.tsx';
import type { PrizeKind } from './use-prizes.ts';

/** One prize, how to get it, and until when (copy deck 4.5). */
export function PrizeCard({
  host,
  prize,
  kind,
}: {
  host: HostServices;
  prize: Prize;
  kind: Exclude<PrizeKind, 'coupon'>;
}) {
  const level = asLevel(prize.level);
  const id = useId();
  const deadline = readDeadline(prize.deadline, host.windows.now());
  return (
    <article
      className={joinClasses(styles.card, deadline.state === 'passed' && kind !== 'physical' && styles.over)}
      aria-labelledby={id}
      data-testid="prize"
      data-kind={kind}
    >
      <div className={styles.head}>
        <PrizePicture prize={prize} className={styles.picture} />
        <div className={styles.texts}>
          <p className={styles.tag}>{copy[`draw.prize.tag.${kind}`]}</p>
          <h2 id={id} className={styles.name}>
            {prize.giftName}
          </h2>
          {level !== null && <p className={styles.level}>{formatCopy[`fmt.level.${level}`]}</p>}
        </div>
      </div>
      {kind === 'physical' ? (
        <Recipient host={host} prize={prize} deadline={deadline} />
      ) : (
        <Codes host={host} prize={prize} over={deadline.state === 'passed'} />
      )}
      {!isShipped(prize) && <DeadlineLine deadline={deadline} purpose={purpose(prize, kind)} />}
      {!isShipped(prize) && kind !== 'allowance' && <Hint kind={kind} deadline={deadline} />}
    </article>
  );
}

function purpose(prize: Prize, kind: PrizeKind): DeadlineLineProps['purpose'] {
  if (kind === 'physical') return prize.userAddress === '' ? 'address' : 'change';
  return kind === 'virtual' ? 'redeem' : 'use';
}

function Hint({ kind, deadline }: { kind: 'physical' | 'virtual'; deadline: Deadline }) {
  if (deadline.state === 'none') return <p className={styles.hint}>{copy[`draw.prize.${kind}.hint`]}</p>;
  return kind === 'physical' ? <p className={styles.hint}>{copy['draw.prize.shipping']}</p> : null;
}

/** Once shipped, the address can't be changed. */
function Recipient({ host, prize, deadline }: { host: HostServices; prize: Prize; deadline: Deadline }) {
  const filled = prize.userAddress !== '';
  const open = () => {
    host.tracking.click('draw.prize.address');
    openAddress(host, prize, 'list');
  };
  return (
    <>
      <Shipment host={host} prize={prize} />
      <RecipientLines prize={prize} />
      {deadline.state !== 'passed' && !isShipped(prize) && (
        <Button wide tone={filled ? 'quiet' : 'primary'} className={styles.action} onClick={open}>
          <span className={styles.actionLabel}>
            {filled && <EditIcon />}
            {copy[filled ? 'draw.prize.editAddress' : 'draw.prize.fillAddress']}
          </span>
        </Button>
      )}
    </>
  );
}

/** @param over the prize has expired */
function Codes({ host, prize, over }: { host: HostServices; prize: Prize; over: boolean }) {
  if (prize.exchangeCode === '' && prize.exchangePwd === '') return null;
  const codes = [
    { value: prize.exchangeCode, text: copy['draw.prize.code'], label: copy['draw.prize.copyCode.aria'] },
    { value: prize.exchangePwd, text: copy['draw.prize.pwd'], label: copy['draw.prize.copyPwd.aria'] },
  ];
  return (
    <CopyBox title={copy['draw.prize.codes']}>
      {!over && (
        <p className={styles.where}>
          <WholeText text={fill(copy['draw.prize.codes.where'], { giftName: prize.giftName })} />
        </p>
      )}
      {codes.map(
        ({ value, text, label }) =>
          value !== '' && (
            <CopyLine
              key={label}
              host={host}
              text={fill(text, prize)}
              value={value}
              copyLabel={label}
              copiedToast={copy['draw.prize.copyOk.toast']}
              onClick={() => host.tracking.click('draw.prize.copy')}
            />
          ),
      )}
    </CopyBox>
  );
}
