// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { contrastRatio } from './root-style.ts';
import { showPreviewBadge } from './preview-badge.ts';

it('names the build and leads to its end, out of reach of stylesheets, below the status bar', () => {
  showPreviewBadge({ name: 'picnic', version: '1.4.0-preview.a', paths: [], shown: true });
  const badge = document.documentElement.lastElementChild as HTMLElement;
  const shadow = badge.shadowRoot;
  expect(shadow?.textContent).toBe('预览中：picnic 1.4.0-preview.a结束预览');
  expect([badge.localName, badge.getAttribute('aria-label')]).toEqual(['nav', '预览']);
  const link = shadow?.querySelector('a');
  expect([link?.getAttribute('href'), link?.style.lineHeight, link?.style.minWidth]).toEqual([
    '/preview/end',
    '44px',
    '44px',
  ]);
  for (const property of ['all', 'position', 'z-index', 'padding-top'])
    expect([property, badge.style.getPropertyPriority(property)]).toEqual([property, 'important']);
  expect(badge.style.paddingTop).toBe('var(--status-bar-height)');
  const [ground = '', ink = ''] = ['background', 'color'].map((name) => badge.style.getPropertyValue(name));
  expect(contrastRatio(ground, ink)).toBeGreaterThan(4.5);
  expect(document.documentElement.style.getPropertyValue('--preview-height')).toBe('44px');
});
