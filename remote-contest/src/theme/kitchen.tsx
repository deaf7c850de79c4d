import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, Phrases, Skeleton } from '@fridge/shared-ui';
import { DoorLight, Fridge } from '@fridge/shared-ui/internal';
import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import emptyTable from './empty-table.svg?raw';
import styles from './kitchen.module.css';

/** The background of every screen (look, "Contest: a warm kitchen"). */
export function Kitchen({ children }: { children: ReactNode }) {
  return (
    <div className={styles.kitchen}>
      <DoorLight className={styles.light} />
      {children}
    </div>
  );
}

export function EmptyTable() {
  return (
    <svg className={styles.table} viewBox="0 0 320 220" aria-hidden dangerouslySetInnerHTML={{ __html: emptyTable }} />
  );
}

type TagLook = 'pending' | 'approved' | 'rejected' | 'prize' | 'plain';

export function PaperTag({ look, children }: { look: TagLook; children: string }) {
  return <span className={joinClasses(styles.tag, styles.pin, styles[look])}>{children}</span>;
}

const looks = {
  [workStatus.pending]: 'pending',
  [workStatus.approved]: 'approved',
  [workStatus.rejected]: 'rejected',
} as const;

/** Copy deck 5.2. */
export function StatusTag({ status }: { status: WorkStatus }) {
  return <PaperTag look={looks[status]}>{copy[`contest.status.${status}`]}</PaperTag>;
}

/** In place of content: why there is none, and what to do. */
export function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.notice}>
      <EmptyTable />
      <h2>
        <Phrases text={title} before="里" />
      </h2>
      <p>
        <Phrases text={text} />
      </p>
    </div>
  );
}

/** The skeleton of a work. */
export function WorkShape() {
  return (
    <>
      <Skeleton className={styles.shapePicture} />
      <Skeleton lines={4} />
    </>
  );
}

/** For `Loaded`. */
export const failureLook = (headingLevel: 1 | 2) => ({
  illustration: <Fridge mood="puzzled" />,
  headingLevel,
  className: styles.notice,
});
