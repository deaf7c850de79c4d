import { bridgeErrorCode, type HostServices } from '@fridge/shared-contracts';

/**
 * What the app's picker gave. `unsupported`: the app has none after all, a file input has to do; `failed`: the album
 * didn't open, which the caller says in its own words.
 */
export type PickedPhotos = { ok: true; files: Blob[] } | { ok: false; reason: 'unsupported' | 'failed' };

/** Whether photos come from the app's own picker; elsewhere a file input has to do. */
export function hasPhotoPicker(host: Pick<HostServices, 'environment' | 'bridge'>): boolean {
  return host.environment.inApp && host.bridge.supports('choosePhotos');
}

/**
 * Asks the app for photos (spec section 7, "Native bridge"). Somebody who closes the picker has chosen none.
 * @param max 1 to 9
 */
export async function pickPhotos({ bridge }: Pick<HostServices, 'bridge'>, max: number): Promise<PickedPhotos> {
  const answer = await bridge.call('choosePhotos', { max });
  if (answer.ok) return { ok: true, files: answer.data.photos.map(readPhoto) };
  if (/cancel|取消/i.test(answer.error.errMessage)) return { ok: true, files: [] };
  return { ok: false, reason: answer.error.code === bridgeErrorCode.unsupported ? 'unsupported' : 'failed' };
}

/** A photo of the app as a file; one that can't be read becomes an empty file, which is no picture. */
export function readPhoto({ type, base64 }: { type: string; base64: string }): Blob {
  try {
    const binary = atob(base64.replace(/^data:[^,]*,/, '').replace(/\s/g, ''));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return new Blob([bytes], { type });
  } catch {
    return new Blob([], { type });
  }
}
