import { bridgeErrorCode, type HostServices } from '@fridge/shared-contracts';

/** `unsupported`: no picker after all; `failed`: the album didn't open. */
export type PickedPhotos = { ok: true; files: Blob[] } | { ok: false; reason: 'unsupported' | 'failed' };

export function hasPhotoPicker(host: Pick<HostServices, 'environment' | 'bridge'>): boolean {
  return host.environment.inApp && host.bridge.supports('choosePhotos');
}

/**
 * Photos from the app (spec section 7, "Native bridge"); none from a closed picker.
 * @param max 1 to 9
 */
export async function pickPhotos({ bridge }: Pick<HostServices, 'bridge'>, max: number): Promise<PickedPhotos> {
  const answer = await bridge.call('choosePhotos', { max });
  if (answer.ok) return { ok: true, files: answer.data.photos.map(readPhoto) };
  if (/cancel|取消/i.test(answer.error.errMessage)) return { ok: true, files: [] };
  return { ok: false, reason: answer.error.code === bridgeErrorCode.unsupported ? 'unsupported' : 'failed' };
}

/** An unreadable photo becomes an empty file. */
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
