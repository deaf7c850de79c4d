import { type PagePreview, previewPaths } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { ReadableStore } from '../lib/read-store.ts';

/** Its height; the header makes room for it (`header.module.css`). */
const HEIGHT = '44px';

/** A pair of its own, for all skins and tones. */
const colours = { background: '#ffd36b', color: '#3a2300' };

/**
 * Marks the page of a preview, above the header. It stands outside the app's root, in a shadow tree and with
 * important inline styles: stylesheets of the previewed remote don't reach it.
 */
export function showPreviewBadge({ name, version }: PagePreview, statusBarHeight: ReadableStore<number>): void {
  const badge = document.createElement('div');
  const place = () =>
    setStyles(badge, {
      all: 'initial',
      position: 'fixed',
      'z-index': '2147483647',
      inset: '0 0 auto',
      'max-width': '480px',
      margin: '0 auto',
      'padding-top': `${statusBarHeight.getState()}px`,
      ...colours,
    });
  place();
  statusBarHeight.subscribe(place);

  const bar = document.createElement('nav');
  bar.setAttribute('aria-label', copy['host.preview.aria']);
  setStyles(bar, {
    display: 'flex',
    'align-items': 'center',
    gap: '8px',
    'min-height': HEIGHT,
    padding: '0 max(12px, env(safe-area-inset-right, 0px)) 0 max(12px, env(safe-area-inset-left, 0px))',
    font: '14px/1.4 var(--font-family, sans-serif)',
  });
  const text = document.createElement('span');
  text.textContent = copy['host.preview.text'].replace('{name}', () => name).replace('{version}', () => version);
  setStyles(text, {
    flex: '1',
    'min-width': '0',
    overflow: 'hidden',
    'text-overflow': 'ellipsis',
    'white-space': 'nowrap',
  });
  const end = document.createElement('a');
  end.href = previewPaths.end;
  end.textContent = copy['host.preview.end'];
  setStyles(end, { flex: 'none', 'line-height': HEIGHT, 'min-width': HEIGHT, color: 'inherit', 'font-weight': '600' });
  bar.append(text, end);
  badge.attachShadow({ mode: 'open' }).append(bar);
  document.documentElement.append(badge);
  document.documentElement.style.setProperty('--preview-height', HEIGHT);
}

function setStyles({ style }: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const [property, value] of Object.entries(styles)) style.setProperty(property, value, 'important');
}
