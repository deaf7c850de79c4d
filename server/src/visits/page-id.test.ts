import { PAGE_ID } from '@fridge/shared-contracts/page';
import { describe, expect, it } from 'vitest';
import { createPageId, PAGE_ID_LIFE_MS, readPageId } from './page-id.ts';

const key = 'a secret of the server';
const visitor = 'AbCdEfGhIjk';
const now = Date.parse('2024-05-01T00:00:00Z');

describe('a page id', () => {
  it.each([null, visitor])('is read by every process with its key, with its visitor: %j', (tag) => {
    const [one, other] = [createPageId(key, now, tag), createPageId(key, now, tag)];
    expect(one).toMatch(PAGE_ID);
    expect(readPageId(one, key, now)).toEqual({ page: expect.stringMatching(/^[\w-]{16}$/), visitor: tag });
    expect(readPageId(one, key, now)?.page).not.toBe(readPageId(other, key, now)?.page);
  });

  it('tells pages nothing of the visitor: two of one visitor share nothing', () => {
    const [one, other] = [createPageId(key, now, visitor), createPageId(key, now, visitor)];
    const tagIn = (pageId: string) => Buffer.from(pageId, 'base64url').subarray(10, 18).toString('base64url');
    expect(new Set([visitor, tagIn(one), tagIn(other)]).size).toBe(3);
  });

  it('is nothing by another key', () => {
    expect(readPageId(createPageId('another key', now, visitor), key, now)).toBeNull();
  });

  it.each([
    ['a day later', PAGE_ID_LIFE_MS, true],
    ['two seconds after that', PAGE_ID_LIFE_MS + 2_000, false],
    ['by a clock that is a minute behind', -60_000, true],
    ['an hour before it was made', -3_600_000, false],
  ])('%s', (_, later, isRead) => {
    expect(readPageId(createPageId(key, now, visitor), key, now + later) !== null).toBe(isRead);
  });

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}!`, 'A'.repeat(10_000)])('is not %j', (text) =>
    expect(readPageId(text, key, 0)).toBeNull(),
  );

  it('is refused with any character changed', () => {
    const pageId = createPageId(key, now, visitor);
    // The last character also holds two bits of padding.
    for (let at = 0; at < 42; at += 1) {
      const other = pageId[at] === 'A' ? 'B' : 'A';
      expect(readPageId(`${pageId.slice(0, at)}${other}${pageId.slice(at + 1)}`, key, now)).toBeNull();
    }
  });
});
