import { decidedOf, emptyRegistry, storedDocument } from '../registry/registry-document.ts';
import type { Services } from '../services.ts';

/** The release that each remote's canary is of now. Reads each version of the document once. */
export function createCurrentCanaries(
  configuration: Pick<Services['configuration'], 'current'>,
): (remote: string) => string | null {
  let serial: number | undefined;
  let document = emptyRegistry;
  return (remote) => {
    const version = configuration.current('registry');
    if (version.serial !== serial) {
      document = storedDocument(version);
      serial = version.serial;
    }
    return decidedOf(remote, document)?.canary?.release ?? null;
  };
}
