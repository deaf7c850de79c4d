import type { HostServices } from '@fridge/shared-contracts';
import { type ChangeEvent, useRef } from 'react';
import { copy } from '../copy.ts';
import { hasPhotoPicker, pickPhotos } from './pick-photos.ts';

/**
 * Where photos come from: the app's picker, or a file input where the app has none (spec section 7, "Native bridge").
 * @param countLeft how many may still be chosen, asked anew at each step: other photos may have come meanwhile
 * @param onFiles the chosen files, never more than are left
 */
export function usePhotoSource(host: HostServices, countLeft: () => number, onFiles: (files: Blob[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const picking = useRef(false);
  const withoutPicker = useRef(false);

  const take = (files: readonly Blob[]) => {
    const left = countLeft();
    if (files.length > left) host.feedback.toast(copy['contest.image.full.toast']);
    const taken = files.slice(0, left);
    if (taken.length > 0) onFiles(taken);
  };

  const pick = async () => {
    const picked = await pickPhotos(host, countLeft());
    if (picked.ok) {
      take(picked.files);
    } else if (picked.reason === 'unsupported') {
      withoutPicker.current = true;
      input.current?.click();
    } else {
      host.feedback.toast(copy['contest.image.album.toast']);
    }
  };

  const open = async () => {
    if (picking.current) return;
    if (countLeft() === 0) {
      host.feedback.toast(copy['contest.image.full.toast']);
      return;
    }
    picking.current = true;
    try {
      const { status, fridge } = host.session.getState();
      // Asked only when it has to be: a file input opens within the press itself, or not at all.
      const known = status === 'user' && fridge !== null && host.environment.inApp;
      if (!known && !(await host.session.require()).allowed) return;
      if (hasPhotoPicker(host) && !withoutPicker.current) await pick();
      else input.current?.click();
    } finally {
      picking.current = false;
    }
  };

  const inputProps = {
    ref: input,
    type: 'file',
    accept: 'image/*',
    multiple: countLeft() > 1,
    tabIndex: -1,
    'aria-hidden': true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const files = [...(event.currentTarget.files ?? [])];
      // The same file may be chosen again.
      event.currentTarget.value = '';
      take(files);
    },
  } as const;
  return { open: () => void open(), inputProps };
}
