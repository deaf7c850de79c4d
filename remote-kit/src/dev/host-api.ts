import { parseJson, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { CommandFailed, messageOf, systemCodeOf } from '../cli/command-failed.ts';

const LIMIT_MS = 10_000;

const settingsSchema = v.object({ apiBase: v.pipe(v.string(), v.url()) });

/**
 * Asks a host's page for the API that it works with.
 * @throws CommandFailed: 2 when it is no host of the product, 3 when it can't be reached
 */
export async function apiOfHost(host: string, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const page = await fetch(host, { signal: limit })
    .then((response) => response.text())
    .catch((error: unknown) => {
      signal.throwIfAborted();
      const reason = limit.aborted ? 'it took too long' : (systemCodeOf(error) ?? messageOf(error));
      throw new CommandFailed(
        3,
        `${host} can't be reached (${reason}): does the host run there? --host names its address.`,
      );
    });
  const [, block = ''] = new RegExp(`id="${SETTINGS_ELEMENT_ID}">([^<]*)<`).exec(page) ?? [];
  const settings = v.safeParse(settingsSchema, parseJson(block));
  if (settings.success) return new URL(settings.output.apiBase).origin;
  throw new CommandFailed(
    2,
    `${host} is no host of the product: its page has no settings. Name the address that users open.`,
  );
}
