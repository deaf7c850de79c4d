import type { ScreenProps } from '@fridge/shared-contracts';
import { Button, joinClasses, Loaded, Skeleton, WholeText } from '@fridge/shared-ui';
import { FieldShape, useLiveHost } from '@fridge/shared-ui/internal';
import { useEffect, useState } from 'react';
import form from '../../address/address-form.module.css';
import { AddressForm } from '../../address/address-form.tsx';
import { leaveAddress } from '../../address/open-address.ts';
import { type Recipient, useRecipient } from '../../address/use-recipient.ts';
import { copy } from '../../copy.ts';
import { DeadlineLine, readDeadline } from '../../prizes/deadline-line.tsx';
import { isShipped, RecipientLines } from '../../prizes/delivery.tsx';
import { PrizePicture } from '../../prizes/prize-picture.tsx';
import { paperFailure, paperScreen } from '../../theme/paper-screen.tsx';
import theme from '../../theme/theme.module.css';
import styles from './address-screen.module.css';

/** Where a physical prize goes (spec section 2, "Address"; copy deck 4.6). */
export const { Shell, Screen } = paperScreen({ heading: copy['draw.address.heading'], Shape, Content: Address });
export default Screen;

function Address({ host }: ScreenProps) {
  return (
    <Loaded read={useRecipient(host)} skeleton={<Shape />} failure={paperFailure}>
      {(recipient) => (recipient === 'notFound' ? <NotFound /> : <Ready {...recipient} />)}
    </Loaded>
  );
}

/** Not the user's, or needs no address: the list shows which ones do. */
function NotFound() {
  const host = useLiveHost();
  useEffect(() => leaveAddress(host), [host]);
  return <Shape />;
}

function Ready({ prize, areas, draft }: Exclude<Recipient, 'notFound'>) {
  const host = useLiveHost();
  // Once: a deadline that passes keeps the input; the server then refuses.
  const [deadline] = useState(() => readDeadline(prize.deadline, host.windows.now()));
  const leave = () => leaveAddress(host);
  return (
    <>
      <div className={joinClasses(theme.paper, styles.prize)}>
        <PrizePicture prize={prize} className={styles.picture} />
        <p className={styles.name}>{prize.giftName}</p>
        {isShipped(prize) ? (
          <p className={styles.shipped}>
            <WholeText text={copy['draw.address.shipped']} />
          </p>
        ) : (
          <DeadlineLine prize={prize} deadline={deadline} />
        )}
      </div>
      {isShipped(prize) || deadline?.isPassed ? (
        <>
          {prize.userAddress !== '' && (
            <div className={joinClasses(theme.paper, styles.recipient)}>
              <RecipientLines prize={prize} />
            </div>
          )}
          <Button wide onClick={leave}>
            {copy['draw.wheel.prizeLink']}
          </Button>
        </>
      ) : (
        <AddressForm prizeId={prize.id} areas={areas} draft={draft} dated={deadline !== null} onSaved={leave} />
      )}
    </>
  );
}

function Shape() {
  return (
    <>
      <div className={joinClasses(theme.paper, styles.prize)}>
        <Skeleton className={styles.picture} />
        <Skeleton lines={2} className={styles.shapeLines} />
      </div>
      <div className={joinClasses(theme.paper, form.form)}>
        <FieldShape label={copy['draw.address.name.label']} />
        <FieldShape label={copy['draw.address.phone.label']} />
        <FieldShape label={copy['draw.address.region.label']} />
        <FieldShape label={copy['draw.address.address.label']} rows={2} />
        <Skeleton className={styles.shapeButton} />
      </div>
    </>
  );
}
