import type { HostServices, ScreenProps } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import { Button, Fridge, joinClasses, Skeleton } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { CouponCard } from '../../prizes/coupon-card.tsx';
import { PrizeCard } from '../../prizes/prize-card.tsx';
import { prizeKind } from '../../prizes/prize-kind.ts';
import { type PrizeList, usePrizes } from '../../prizes/use-prizes.ts';
import { FestivalWall } from '../../theme/festival.tsx';
import theme from '../../theme/theme.module.css';
import styles from './prize-screen.module.css';

/** Everything the user has won (spec section 2, "Prize list"; copy deck 4.5). */
export default function PrizeScreen({ host }: ScreenProps) {
  const { list, reload } = usePrizes(host);
  return (
    <div className={joinClasses(theme.theme, styles.screen)}>
      <FestivalWall />
      <h1 className={joinClasses(theme.display, styles.heading)}>{copy['draw.prize.docTitle']}</h1>
      <Content host={host} list={list} reload={reload} />
    </div>
  );
}

function Content({ host, list, reload }: { host: HostServices; list: PrizeList; reload: () => void }) {
  if (list.status === 'loading') return <Loading />;
  if (list.status === 'failed') return <Incomplete reload={reload} />;
  if (list.prizes.length === 0 && list.complete) return <Empty host={host} />;
  return (
    <>
      {!list.complete && <Incomplete reload={reload} />}
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
      {['first', 'second', 'third'].map((place) => (
        <div key={place} className={styles.shape}>
          <Skeleton className={styles.shapePicture} />
          <Skeleton lines={2} className={styles.shapeLines} />
          <Skeleton className={styles.shapeButton} />
        </div>
      ))}
    </div>
  );
}

function Incomplete({ reload }: { reload: () => void }) {
  return (
    <div className={joinClasses(theme.paper, styles.incomplete)}>
      <p role="alert" className={styles.text}>{commonCopy['common.loadFail']}</p>
      <Button onClick={reload}>{commonCopy['common.retry']}</Button>
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
