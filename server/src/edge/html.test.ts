import { expect, it } from 'vitest';
import { html } from './html.ts';

const written = [
  '<img src=x onerror=alert(1)',
  '<',
  '"><script>alert(1)</script>',
  "' onfocus=alert(1) x='",
  '&lt;b&gt;',
  '<!--',
  '</title>',
];

it.each(written)('%s is text in an element and in an attribute, alone, in a list or nested', (text) => {
  const { markup } = html`<p title="${text}" lang='${text}'>${text}${[text, html`<b>${text}</b>`]}</p>`;
  // What is left when our own markup is taken away opens nothing and ends no attribute.
  const theirs = markup.replace(/^<p title="|" lang='|'>|<b>|<\/b>|<\/p>$/g, '');
  expect(theirs).not.toMatch(/[<>"']/);
  expect(theirs.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
});

it('writes nothing for null and false', () => expect(html`${null}${false}${[]}${0}`.markup).toBe('0'));
