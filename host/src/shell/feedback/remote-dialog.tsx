import { type ComponentType, useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { commonCopy, type DialogProps } from '@fridge/shared-contracts';
import { headerToneSchema } from '@fridge/shared-contracts/host';
import { useStore } from '@fridge/shared-ui';
import type { DialogLoader } from './dialog-loader.ts';

/**
 * Makes the contract's `Dialog`: a remote's own content inside the host's one dialog. Where its code doesn't come, the
 * user is told and the dialog counts as closed.
 * @param onShown it opens: what lay there before must not lie on it
 */
export function createRemoteDialog(loader: DialogLoader, onMissing: () => void, onShown: () => void = () => {}): ComponentType<DialogProps> {
  function RemoteDialog({ open, onClose, title, closeLabel, shape, tone, children }: DialogProps) {
    const Frame = useStore(loader)?.default;
    const missing = useEffectEvent(() => {
      onMissing();
      onClose();
    });
    useEffect(() => {
      if (!open) return undefined;
      onShown();
      let left = false;
      void loader.load().then(({ ok }) => {
        if (!ok && !left) missing();
      });
      return () => {
        left = true;
      };
    }, [open]);
    return (
      Frame && (
        <Frame
          open={open}
          onClose={onClose}
          title={typeof title === 'string' ? title : ''}
          closeLabel={closeLabel ?? commonCopy['common.close.aria']}
          shape={shape === 'card' ? 'card' : 'sheet'}
          tone={v.is(headerToneSchema, tone) ? tone : undefined}
          interrupts={false}
        >
          {children}
        </Frame>
      )
    );
  }
  return Object.freeze(RemoteDialog);
}
