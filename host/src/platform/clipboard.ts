import type { ClipboardService } from '@fridge/shared-contracts';
import { topLayer } from '../lib/top-layer.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** Some Android web views never settle `writeText`. */
const WRITE_LIMIT_MS = 1_000;

/** `execCommand` is the fallback (domain, "What users of such pages complain about"). */
export function createClipboard(window: Window): ClipboardService {
  return {
    async copy(text: string) {
      const write = async () => {
        await window.navigator.clipboard.writeText(text); // throws in insecure contexts, which have no clipboard
        return true;
      };
      const isWritten = await withTimeout(write(), WRITE_LIMIT_MS, false).catch(() => false);
      return isWritten || copyByCommand(window.document, text);
    },
  };
}

function copyByCommand(document: Document, text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // keeps the keyboard closed
  // iOS zooms into fields below 16 px.
  field.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0;font-size:16px';
  topLayer(document).append(field);
  try {
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
