import './lib/older-engines.ts';
import '@fridge/shared-ui/skins.css';
import './shell/document.css';
import { readAddress } from '@fridge/shared-contracts/page';
import { createHost } from './create-host.tsx';
import { capturedPage } from './captured-page.ts';
import { readSettings, reportBrokenSettings } from './platform/read-settings.ts';
import { takePersonal } from './platform/take-personal.ts';

/**
 * Reads settings, address and registry, creates the host, renders it; `open-activity.tsx` opens each visit's activity.
 */
async function boot(root: HTMLElement): Promise<void> {
  const settings = readSettings(capturedPage.settingsText);
  if (!settings.ok) {
    reportBrokenSettings(settings, window, capturedPage.fetch);
    throw new Error(`The page's settings can't be used (${settings.reason}). ${settings.detail}`);
  }
  const address = takePersonal(readAddress(location), capturedPage.tabStorage, window);
  const startHost = createHost(settings.settings, address);
  await new Promise((resolve) => setTimeout(resolve)); // one task for both would block a slow phone for 250 ms
  startHost(root);
}

const root = document.getElementById('root');
if (root && typeof HTMLDialogElement !== 'undefined') {
  boot(root).catch((error: unknown) => {
    window.hostFailed?.();
    throw error;
  });
}
