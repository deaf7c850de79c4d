import type { HostServices } from '@fridge/shared-contracts';
import { type ChangeEvent, useRef } from 'react';
import { copy } from '../copy.ts';
import { hasPhotoPicker, pickPhotos } from './pick-photos.ts';

/**
 * Photos from the app's picker, else a file input (spec section 7, "Native bridge").
 * @param countLeft called at each step: the form may change
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
      // No await if possible: browsers open a file input only within the click.
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
      // Allows the same file again.
      event.currentTarget.value = '';
      add(files);
    },
  } as const;
  return { open: () => void open(), inputProps };
}
