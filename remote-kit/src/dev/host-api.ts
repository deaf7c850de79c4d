import { parseJson, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { CommandFailed } from '../cli/command-failed.ts';
import { fetchText } from '../cli/fetch-text.ts';

const LIMIT_MS = 10_000;

const settingsSchema = v.object({ apiBase: v.pipe(v.string(), v.url()) });

/**
 * Asks a host's page for the API that it works with.
 * @throws CommandFailed: 2 when it is no host of the product, 3 when it can't be reached
 */
export async function apiOfHost(host: string, signal: AbortSignal): Promise<string> {
  const { text: page } = await fetchText(host, '--host', { limitMs: LIMIT_MS, signal });
  const [, block = ''] = new RegExp(`id="${SETTINGS_ELEMENT_ID}">([^<]*)<`).exec(page) ?? [];
  const settings = v.safeParse(settingsSchema, parseJson(block));
  if (settings.success) return new URL(settings.output.apiBase).origin;
  throw new CommandFailed(
    2,
    `${host} is no host of the product: its page has no settings. Name the address that users open.`,
  );
}
