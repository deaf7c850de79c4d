import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { commonCopy } from '@fridge/shared-contracts';
import { Button, joinClasses, Phrases } from '@fridge/shared-ui';
import { Fridge, type FridgeMood } from '@fridge/shared-ui/internal';
import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import emptyTable from './empty-table.svg?raw';
import styles from './kitchen.module.css';

/** The background of every screen (look, "Contest: a warm kitchen"). */
export function Kitchen({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={joinClasses(styles.kitchen, className)}>{children}</div>;
}

/** Inline: its light is drawn beyond its box. */
export function EmptyTable({ className }: { className?: string | undefined }) {
  const drawing = { __html: emptyTable };
  return (
    <svg
      className={className}
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

interface FailureProps {
  mood: Extract<FridgeMood, 'puzzled' | 'unplugged'>;
  title: string;
  headingLevel: 1 | 2;
  onRetry: () => void;
}

/** A failed load, with a retry (look, "States are designed too"). */
export function Failure({ mood, title, headingLevel, onRetry }: FailureProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.failure}>
      <Fridge mood={mood} className={styles.fridge} />
      <div role="alert">
        <Heading className={joinClasses(styles.display, styles.failureTitle)}>
          <Phrases text={title} />
        </Heading>
      </div>
      <Button className={styles.again} onClick={onRetry}>
        {commonCopy['common.retry']}
      </Button>
    </div>
  );
}
