import type { ComponentType } from 'react';
import type { DialogProps } from '@fridge/shared-contracts';
import { commonCopy } from '@fridge/shared-contracts/copy';
import type { DialogLoader } from './dialog-loader.ts';
import { LazyDialog } from './lazy-dialog.tsx';

/** Makes the contract's `Dialog`: a remote's own content inside the host's one dialog. */
export function createRemoteDialog(loader: DialogLoader): ComponentType<DialogProps> {
  return function RemoteDialog({ open, onClose, title, closeLabel = commonCopy['common.close.aria'], shape = 'sheet', children }) {
    return (
      <LazyDialog loader={loader} open={open} onClose={onClose} title={title} closeLabel={closeLabel} shape={shape} interrupts={false}>
        {children}
      </LazyDialog>
    );
  };
}
