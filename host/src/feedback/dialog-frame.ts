import type { ComponentType, ReactNode } from 'react';

/** What both implementations of the dialog draw: Radix's, and the plain one that stands in when its code is missing. */
export interface DialogFrameProps {
  open: boolean;
  /** Escape, the close button, or a press beside it. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Absent: no close button, the dialog's own buttons close it. */
  closeLabel?: string | undefined;
  shape: 'sheet' | 'card';
  /** A question that interrupts, read out as an alert dialog. */
  interrupts: boolean;
  children: ReactNode;
}

export type DialogFrame = ComponentType<DialogFrameProps>;
