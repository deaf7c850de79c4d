import type { CSSProperties, ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import { Skeleton } from '../skeleton/skeleton.tsx';
import styles from './field.module.css';

interface FieldShapeProps {
  label: ReactNode;
  hint?: string;
  /** Of the control; default: 1. */
  rows?: number;
  note?: string;
  /** In place of one control. */
  children?: ReactNode;
}

/** A field before it is known what stands in it, of the same size: a shell has no form controls. */
export function FieldShape({ label, hint, rows = 1, note, children }: FieldShapeProps) {
  // Custom properties aren't part of React's style type.
  const height = { '--rows': rows } as CSSProperties;
  return (
    <div className={styles.field}>
      <div className={styles.label}>{label}</div>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children ?? <Skeleton className={joinClasses(styles.shape, rows > 1 && styles.tall)} style={height} />}
      {note !== undefined && (
        <div className={styles.under}>
          <span className={styles.note}>{note}</span>
        </div>
      )}
    </div>
  );
}
