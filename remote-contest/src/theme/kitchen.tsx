import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, Phrases } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import emptyTable from './empty-table.svg?raw';
import styles from './kitchen.module.css';

/** The background of every screen (look, "Contest: a warm kitchen"). */
export function Kitchen({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={joinClasses(styles.kitchen, className)}>{children}</div>;
}

/** Inline: its light is drawn beyond its box. */
export function EmptyTable() {
  const drawing = { __html: emptyTable };
  return (
    <svg
      className={styles.table}
      viewBox="0 0 320 220"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={drawing}
    />
  );
}

type TagLook = 'pending' | 'approved' | 'rejected' | 'prize' | 'plain';

export function PaperTag({ look, children }: { look: TagLook; children: string }) {
  return <span className={joinClasses(styles.tag, styles[look])}>{children}</span>;
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

interface NoticeProps {
  /** Default: an empty table. */
  illustration?: ReactNode;
  headingLevel: 1 | 2;
  title: string;
  /** Where a long title may break. */
  before?: string;
  text?: string;
  children?: ReactNode;
}

/** In place of content: why there is none, and what to do. */
export function Notice({ illustration, headingLevel, title, before, text, children }: NoticeProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.notice}>
      {illustration ?? <EmptyTable />}
      <Heading>
        <Phrases text={title} before={before} />
      </Heading>
      {text !== undefined && (
        <p>
          <Phrases text={text} />
        </p>
      )}
      {children}
    </div>
  );
}

/** For `Loaded`. */
export const failureLook = (headingLevel: 1 | 2) => ({
  illustration: <Fridge mood="puzzled" />,
  headingLevel,
  className: styles.notice,
});
