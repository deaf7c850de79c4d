import { bridgeErrorCode, type HostServices } from '@fridge/shared-contracts';
import { unseen, useSubmitLock } from '@fridge/shared-ui';
import { type ChangeEvent, useRef } from 'react';
import { copy } from '../copy.ts';

/**
 * Pictures from the app's picker, else a file input (spec section 7, "Native bridge").
 * @param countLeft called at each step: the form may change
 */
export function usePictureSource(host: HostServices, countLeft: () => number, onFiles: (files: Blob[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const { submitOnce } = useSubmitLock();
  const withoutPicker = useRef(false);

  const add = (files: readonly Blob[]) => {
    const left = countLeft();
    if (files.length > left) host.feedback.toast(copy['contest.image.full.toast']);
    const fitting = files.slice(0, left);
    if (fitting.length > 0) onFiles(fitting);
  };

  const pick = async () => {
    const answer = await host.bridge.call('choosePhotos', { max: countLeft() });
    if (answer.ok) {
      add(answer.data.photos.map(readChosen));
    } else if (answer.error.code === bridgeErrorCode.unsupported) {
      withoutPicker.current = true;
      input.current?.click();
    } else if (!/cancel|取消/i.test(answer.error.errMessage)) {
      host.feedback.toast(copy['contest.image.album.toast']);
    }
  };

  const open = () =>
    submitOnce(async () => {
      const { status, fridge } = host.session.getState();
      // No await if possible: browsers open a file input only within the click.
      const isKnown = status === 'user' && fridge !== null;
      if (!isKnown && !(await host.session.require()).allowed) return false;
      if (host.bridge.supports('choosePhotos') && !withoutPicker.current) await pick();
      else input.current?.click();
      return false;
    });

  const takeFiles = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Allows the same file again.
    currentTarget.value = '';
    add(files);
  };
  const hiddenInput = (
    <input
      ref={input}
      type="file"
      accept="image/*"
      multiple={countLeft() > 1}
      tabIndex={-1}
      aria-hidden
      className={unseen}
      onChange={takeFiles}
    />
  );
  return { open: () => void open(), hiddenInput };
}

/** An unreadable one becomes an empty file. */
export function readChosen({ type, base64 }: { type: string; base64: string }): Blob {
  try {
    const binary = atob(base64.replace(/^data:[^,]*,/, '').replace(/\s/g, ''));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return new Blob([bytes], { type });
  } catch {
    return new Blob([], { type });
  }
}
