import type { HostServices } from '@fridge/shared-contracts';
import { type ChangeEvent, useRef } from 'react';
import { copy } from '../copy.ts';
import { hasPhotoPicker, pickPhotos } from './pick-photos.ts';

/**
 * Photos from the app's picker, or from a file input where there is none (spec section 7, "Native bridge").
 * @param countLeft how many can be added; called at each step, since the form may change meanwhile
 * @param onFiles at most as many as are left
 */
export function usePhotoSource(host: HostServices, countLeft: () => number, onFiles: (files: Blob[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const picking = useRef(false);
  const withoutPicker = useRef(false);

  const add = (files: readonly Blob[]) => {
    const left = countLeft();
    if (files.length > left) host.feedback.toast(copy['contest.image.full.toast']);
    const fitting = files.slice(0, left);
    if (fitting.length > 0) onFiles(fitting);
  };

  const pick = async () => {
    const picked = await pickPhotos(host, countLeft());
    if (picked.ok) {
      add(picked.files);
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
      // Skips the await if possible: browsers open a file input only within the click itself.
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
      // So that the same file can be chosen again.
      event.currentTarget.value = '';
      add(files);
    },
  } as const;
  return { open: () => void open(), inputProps };
}
