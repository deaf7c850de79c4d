import type { ClipboardService } from '@fridge/shared-contracts';

/** Some Android web views neither allow nor refuse `writeText`; a tap isn't kept waiting longer, milliseconds. */
const WRITE_LIMIT_MS = 1_000;

/**
 * Copies text: the modern way, else the old command (domain, "What users of such pages complain about"). `true` only
 * when the browser said it worked.
 */
export function createClipboard(window: Window): ClipboardService {
  return Object.freeze({
    async copy(text: string) {
      return (await writeText(window.navigator, text)) || copyByCommand(window.document, text);
    },
  });
}

async function writeText(navigator: Navigator, text: string): Promise<boolean> {
  // Absent in insecure contexts, whatever the type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (typeof clipboard?.writeText !== 'function') return false;
  const limit = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), WRITE_LIMIT_MS);
  });
  const written = Promise.resolve()
    .then(() => clipboard.writeText(text))
    .then(() => true)
    .catch(() => false);
  return Promise.race([written, limit]);
}

function copyByCommand(document: Document, text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // keeps the keyboard down
  field.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0;font-size:16px'; // 16 px: iOS zooms into smaller fields
  // An open dialog takes back a focus that goes outside of it.
  const home = before?.closest('[role="dialog"],[role="alertdialog"],dialog') ?? document.body;
  home.append(field);
  try {
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
