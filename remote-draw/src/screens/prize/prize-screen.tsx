import type { HostServices, ScreenProps } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { Button, Fridge, joinClasses, Skeleton } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { CouponCard } from '../../prizes/coupon-card.tsx';
import { PrizeCard } from '../../prizes/prize-card.tsx';
import { prizeKind } from '../../prizes/prize-kind.ts';
import { type PrizeList, usePrizes } from '../../prizes/use-prizes.ts';
import { LoadFailed, PaperPage } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import styles from './prize-screen.module.css';

/** Everything the user has won (spec section 2, "Prize list"; copy deck 4.5). */
export default function PrizeScreen({ host }: ScreenProps) {
  const { list, reload } = usePrizes(host);
  return (
    <PaperPage heading={copy['draw.prize.docTitle']}>
      <Content host={host} list={list} reload={reload} />
    </PaperPage>
  );
}

function Content({ host, list, reload }: { host: HostServices; list: PrizeList; reload: () => void }) {
  if (list.status === 'loading') return <Loading />;
  if (list.status === 'failed') return <LoadFailed onRetry={reload} />;
  if (list.prizes.length === 0 && list.complete) return <Empty host={host} />;
  return (
    <>
      {!list.complete && <LoadFailed onRetry={reload} />}
      <ul className={styles.list}>
        {list.prizes.map((prize) => (
          <li key={prize.id}>{prizeKind(prize) === 'coupon' ? <CouponCard host={host} prize={prize} /> : <PrizeCard host={host} prize={prize} />}</li>
        ))}
      </ul>
    </>
  );
}

function Loading() {
  return (
    <div className={styles.list}>
      <output className={theme.unseen}>{commonCopy['common.loading']}</output>
      {['first', 'second', 'third'].map((position) => (
        <div key={position} className={styles.shape}>
          <Skeleton className={styles.shapePicture} />
          <Skeleton lines={2} className={styles.shapeLines} />
          <Skeleton className={styles.shapeButton} />
        </div>
      ))}
    </div>
  );
}

function Empty({ host }: { host: HostServices }) {
  return (
    <div className={joinClasses(theme.paper, styles.empty)}>
      <Fridge mood="smile" className={styles.fridge} />
      <h2 className={styles.title}>{copy['draw.prize.empty.title']}</h2>
      <p className={styles.text}>{copy['draw.prize.empty.desc']}</p>
      <Button className={styles.go} onClick={() => host.navigation.push('/draw')}>{copy['draw.prize.empty.button']}</Button>
    </div>
  );
}
