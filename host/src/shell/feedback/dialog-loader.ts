import type { ComponentType, ReactNode } from 'react';
import type { HeaderTone } from '@fridge/shared-contracts';
import { createLateCode, type LateCode } from '@fridge/shared-ui';

/** How long somebody who has pressed a button waits for the dialog's code, milliseconds. */
export const DIALOG_LIMIT_MS = 10_000;

/** What the one dialog of the product draws. */
export interface DialogFrameProps {
  open: boolean;
  /** Escape, the close button, or a press beside it. */
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Absent: no close button, the dialog's own buttons close it. */
  closeLabel?: string | undefined;
  shape: 'sheet' | 'card';
  /** Its own colours; without them, the header's where those are dark. */
  tone?: HeaderTone | undefined;
  /** A question that interrupts, read out as an alert dialog. */
  interrupts: boolean;
  children: ReactNode;
}
export type DialogFrame = ComponentType<DialogFrameProps>;

/** The dialog's code, brought when it is first needed, or a little before: it weighs too much for the first page. */
export type DialogLoader = LateCode<{ default: DialogFrame }>;

export function createDialogLoader(importFrame: () => Promise<{ default: DialogFrame }> = () => import('./radix-dialog.tsx')): DialogLoader {
  return createLateCode(importFrame, DIALOG_LIMIT_MS);
}
