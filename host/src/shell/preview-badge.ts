import { fill } from '@fridge/shared-contracts';
import { type PagePreview, previewPaths } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';

/** Its height; the header makes room for it (`header.module.css`). */
const HEIGHT = '44px';

/** A pair of its own, for all skins and tones. */
const colours = { background: '#ffd36b', color: '#3a2300' };

/**
 * Marks the page of a preview, above the header. It stands outside the app's root, in a shadow tree and with important
 * inline styles: stylesheets of the previewed remote don't reach it.
 */
export function showPreviewBadge({ name, version }: PagePreview): void {
  const text = styled('span', {
    flex: '1',
    overflow: 'hidden',
    'text-overflow': 'ellipsis',
    'white-space': 'nowrap',
  });
  text.textContent = fill(copy['host.preview.text'], { name, version });
  const end = styled('a', {
    flex: 'none',
    'line-height': HEIGHT,
    'min-width': HEIGHT,
    color: 'inherit',
    'font-weight': '600',
  });
  end.href = previewPaths.end;
  end.textContent = copy['host.preview.end'];
  const badge = styled('nav', {
    all: 'initial',
    position: 'fixed',
    'z-index': '2147483647',
    inset: '0 0 auto',
    display: 'flex',
    'align-items': 'center',
    gap: '8px',
    'box-sizing': 'border-box',
    'max-width': '480px',
    margin: '0 auto',
    padding: '0 max(12px, env(safe-area-inset-right)) 0 max(12px, env(safe-area-inset-left))',
    'padding-top': 'var(--status-bar-height)',
    font: '14px/1.4 var(--font-family, sans-serif)',
    ...colours,
  });
  badge.setAttribute('aria-label', copy['host.preview.aria']);
  badge.attachShadow({ mode: 'open' }).append(text, end);
  document.documentElement.append(badge);
  document.documentElement.style.setProperty('--preview-height', HEIGHT);
}

function styled<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, styles: Readonly<Record<string, string>>) {
  const element = document.createElement(tag);
  for (const [property, value] of Object.entries(styles)) element.style.setProperty(property, value, 'important');
  return element;
}
