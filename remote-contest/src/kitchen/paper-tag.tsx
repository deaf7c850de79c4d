import { type WorkStatus, workStatus } from '@fridge/shared-contracts/activities/contest';
import { joinClasses } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import styles from './paper-tag.module.css';

export interface PaperTagProps {
  look: 'pending' | 'approved' | 'rejected' | 'prize' | 'plain';
  children: string;
}

/** A small paper tag, pinned to a photograph. */
export function PaperTag({ look, children }: PaperTagProps) {
  return <span className={joinClasses(styles.tag, styles[look])}>{children}</span>;
}

const looks = { [workStatus.pending]: 'pending', [workStatus.approved]: 'approved', [workStatus.rejected]: 'rejected' } as const;

/** Where a work's review stands (copy deck 5.2). */
export function StatusTag({ status }: { status: WorkStatus }) {
  return <PaperTag look={looks[status]}>{copy[`contest.status.${status}`]}</PaperTag>;
}
