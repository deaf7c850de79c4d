import { commonCopy, fill, formatCopy, type HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { Button, EditIcon, joinClasses, WholeText } from '@fridge/shared-ui';
import { useId, useState } from 'react';
import { openAddress } from '../address/open-address.ts';
import { copy } from '../copy.ts';
import { asLevel } from '../draw/shown-result.ts';
import { type Deadline, DeadlineLine, type DeadlineLineProps, readDeadline } from './deadline-line.tsx';
import styles from './prize-card.module.css';
import { PrizePicture } from './prize-picture.tsx';
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
      <DeadlineLine deadline={deadline} purpose={purpose(prize, kind)} />
      {kind !== 'allowance' && <Hint kind={kind} deadline={deadline} />}
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
  return (
    <div className={styles.codes}>
      <p className={styles.codesTitle}>{copy['draw.prize.codes']}</p>
      {!over && (
        <p className={styles.where}>
          <WholeText text={fill(copy['draw.prize.codes.where'], { giftName: prize.giftName })} />
        </p>
      )}
      {prize.exchangeCode !== '' && (
        <SecretLine
          host={host}
          text={fill(copy['draw.prize.code'], { exchangeCode: prize.exchangeCode })}
          secret={prize.exchangeCode}
          copyLabel={copy['draw.prize.copyCode.aria']}
        />
      )}
      {prize.exchangePwd !== '' && (
        <SecretLine
          host={host}
          text={fill(copy['draw.prize.pwd'], { exchangePwd: prize.exchangePwd })}
          secret={prize.exchangePwd}
          copyLabel={copy['draw.prize.copyPwd.aria']}
        />
      )}
    </div>
  );
}

interface SecretLineProps {
  host: HostServices;
  /** The secret with its name. */
  text: string;
  secret: string;
  copyLabel: string;
}

/** Selectable by hand if copying fails. */
function SecretLine({ host, text, secret, copyLabel }: SecretLineProps) {
  const [manual, setManual] = useState(false);
  const hintId = useId();
  const copySecret = async () => {
    host.tracking.click('draw.prize.copy');
    const copied = await host.clipboard.copy(secret);
    setManual(!copied);
    host.feedback.toast(copy[copied ? 'draw.prize.copyOk.toast' : 'draw.prize.copyFail.toast']);
  };
  return (
    <div className={styles.line}>
      <p className={styles.text} aria-describedby={manual ? hintId : undefined}>
        {text}
      </p>
      <button type="button" className={styles.copy} aria-label={copyLabel} onClick={() => void copySecret()}>
        {copy['draw.prize.copy']}
      </button>
      {manual && (
        <p id={hintId} className={styles.manual}>
          {commonCopy['common.copyManual']}
        </p>
      )}
    </div>
  );
}
