import type { ScreenProps } from '@fridge/shared-contracts';
import { Button, joinClasses, Loaded, Skeleton, WholeText } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { AddressForm } from '../../address/address-form.tsx';
import { leaveAddress, readAddressVisit } from '../../address/open-address.ts';
import { type Recipient, useRecipient } from '../../address/use-recipient.ts';
import { copy } from '../../copy.ts';
import { DeadlineLine, readDeadline } from '../../prizes/deadline-line.tsx';
import { PrizePicture } from '../../prizes/prize-picture.tsx';
import { RecipientLines } from '../../prizes/recipient-lines.tsx';
import { isShipped } from '../../prizes/shipment.tsx';
import { PaperPage, paperFailure } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import styles from './address-screen.module.css';

/** Where a physical prize goes (spec section 2, "Address"; copy deck 4.6). */
export default function AddressScreen({ host }: ScreenProps) {
  // Once: the query may change while leaving.
  const [visit] = useState(() => readAddressVisit(host.navigation.query));
  const read = useRecipient(host, visit);
  const notFound = read.result.phase === 'ready' && read.result.data === 'notFound';

  // Not the user's, or needs no address: the list shows which ones do.
  useEffect(() => {
    if (notFound) leaveAddress(host);
  }, [notFound, host]);

  return (
    <PaperPage heading={copy['draw.address.heading']}>
      <Loaded read={read} skeleton={<Shape />} failure={paperFailure}>
        {(recipient) => (recipient === 'notFound' ? <Shape /> : <Ready host={host} recipient={recipient} />)}
      </Loaded>
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

function Shape() {
  return (
    <div className={joinClasses(theme.paper, styles.shape)}>
      {['name', 'phone', 'region', 'detail'].map((field) => (
        <Skeleton key={field} className={styles.shapeField} />
      ))}
      <Skeleton className={styles.shapeButton} />
    </div>
  );
}
