import { commonCopy, type ScreenProps } from '@fridge/shared-contracts';
import { Button, joinClasses, Skeleton, unseen, WholeText } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { AddressForm } from '../../address/address-form.tsx';
import { leaveAddress, readAddressVisit } from '../../address/open-address.ts';
import { type Recipient, useRecipient } from '../../address/use-recipient.ts';
import { copy } from '../../copy.ts';
import { DeadlineLine, readDeadline } from '../../prizes/deadline-line.tsx';
import { failureText } from '../../prizes/use-prizes.ts';
import { PrizePicture } from '../../prizes/prize-picture.tsx';
import { RecipientLines } from '../../prizes/recipient-lines.tsx';
import { isShipped } from '../../prizes/shipment.tsx';
import { LoadFailed, PaperPage } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import styles from './address-screen.module.css';

/** Where a physical prize goes (spec section 2, "Address"; copy deck 4.6). */
export default function AddressScreen({ host }: ScreenProps) {
  // Once: the query may change while leaving.
  const [visit] = useState(() => readAddressVisit(host.navigation.query));
  const { result, retry } = useRecipient(host, visit);
  const notFound = result.phase === 'ready' && result.data === 'notFound';

  // Not the user's, or needs no address: the list shows which ones do.
  useEffect(() => {
    if (notFound) leaveAddress(host);
  }, [notFound, host]);

  return (
    <PaperPage heading={copy['draw.address.heading']}>
      {result.phase === 'loading' || notFound ? (
        <Loading />
      ) : result.phase === 'ready' ? (
        result.data !== 'notFound' && <Ready host={host} recipient={result.data} />
      ) : (
        <LoadFailed message={failureText(result)} onRetry={retry} />
      )}
    </PaperPage>
  );
}

function Ready({ host, recipient }: ScreenProps & { recipient: Exclude<Recipient, 'notFound'> }) {
  const { prize, areas, draft } = recipient;
  // Once: a deadline that passes keeps the input; the server then refuses.
  const [deadline] = useState(() => readDeadline(prize.deadline, host.windows.now()));
  return (
    <>
      <div className={joinClasses(theme.paper, styles.prize)}>
        <PrizePicture prize={prize} className={styles.picture} />
        <div>
          <p className={styles.name}>{prize.giftName}</p>
          {isShipped(prize) ? (
            <p className={styles.shipped}>
              <WholeText text={copy['draw.address.shipped']} />
            </p>
          ) : (
            <DeadlineLine deadline={deadline} purpose={prize.userAddress === '' ? 'address' : 'change'} />
          )}
        </div>
      </div>
      {isShipped(prize) || deadline.state === 'passed' ? (
        <>
          {prize.userAddress !== '' && (
            <div className={joinClasses(theme.paper, styles.recipient)}>
              <RecipientLines prize={prize} />
            </div>
          )}
          <Button wide onClick={() => leaveAddress(host)}>
            {copy['draw.wheel.prizeLink']}
          </Button>
        </>
      ) : (
        <AddressForm
          host={host}
          prizeId={prize.id}
          areas={areas}
          draft={draft}
          dated={deadline.state !== 'none'}
          onSaved={() => leaveAddress(host)}
        />
      )}
    </>
  );
}

function Loading() {
  return (
    <div className={joinClasses(theme.paper, styles.shape)}>
      <output className={unseen}>{commonCopy['common.loading']}</output>
      {['name', 'phone', 'region', 'detail'].map((field) => (
        <Skeleton key={field} className={styles.shapeField} />
      ))}
      <Skeleton className={styles.shapeButton} />
    </div>
  );
}
