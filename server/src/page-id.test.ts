import { PAGE_ID } from '@fridge/shared-contracts/host';
import { describe, expect, it } from 'vitest';
import { createPageId, PAGE_ID_LIFE_MS, readPageId } from './page-id.ts';

const [key, newKey] = ['the former signing key', 'the current signing key'];
const now = Date.parse('2024-05-01T00:00:00Z');

describe('a page id', () => {
  it('is read by every process with its key, as its random part', () => {
    const pageId = createPageId(key, now);
    expect(pageId).toMatch(PAGE_ID);
    expect(readPageId(pageId, [key], now)).toBe(pageId.slice(0, 16));
    expect(createPageId(key, now).slice(0, 16)).not.toBe(pageId.slice(0, 16));
  });

  it('is accepted after a rotation while the former key is', () => {
    const pageId = createPageId(key, now);
    expect(readPageId(pageId, [newKey, key], now)).not.toBeNull();
    expect(readPageId(pageId, [newKey], now)).toBeNull();
  });

  it.each([
    ['a day later', PAGE_ID_LIFE_MS, true],
    ['two seconds after that', PAGE_ID_LIFE_MS + 2_000, false],
    ['by a clock that is a minute behind', -60_000, true],
    ['an hour before it was made', -3_600_000, false],
  ])('%s', (_, later, isRead) => {
    expect(readPageId(createPageId(key, now), [key], now + later) !== null).toBe(isRead);
  });

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}!`, 'A'.repeat(10_000)])('is not %j', (text) =>
    expect(readPageId(text, [key], 0)).toBeNull(),
  );

  it('is refused with any character changed', () => {
    const pageId = createPageId(key, now);
    // The last character also holds two bits of padding.
    for (let at = 0; at < 42; at += 1) {
      const other = pageId[at] === 'A' ? 'B' : 'A';
      expect(readPageId(`${pageId.slice(0, at)}${other}${pageId.slice(at + 1)}`, [key], now)).toBeNull();
    }
  });
});
