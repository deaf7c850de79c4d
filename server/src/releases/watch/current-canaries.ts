import { decidedOf, emptyRegistry, storedDocument } from '../registry/registry-document.ts';
import type { Services } from '../../program/services.ts';

/** Parses each version of the document once. @returns gives the release of a remote's canary; `null`: it has none */
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
