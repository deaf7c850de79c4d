import { expect, test } from '@playwright/test';
import { brandCopy, formatCopy } from '@fridge/shared-contracts';
import deck from '../deck.json' with { type: 'json' };
import {
  appWords,
  campaignWords,
  commonWords,
  contestWords,
  drawWords,
  giftWords,
  hostWords,
  reportWords,
  serverWords,
} from '../words.ts';

const decks = [
  hostWords,
  campaignWords,
  drawWords,
  contestWords,
  reportWords,
  serverWords,
  giftWords,
  commonWords,
  appWords,
  brandCopy,
  formatCopy,
];
const entries = decks.flatMap((words) => Object.entries<unknown>(words));

/** Texts that differ from the deck's, each with its reason in `docs/assumptions.md`. */
const changed = new Set(['campaign.home.time', 'campaign.home.notStarted.toast', 'server.coupon.realName']);

/**
 * What the deck holds for pages that draw it under another key, for the demonstration's data, and for formats that code
 * writes.
 */
const elsewhere = /^(?:host\.sharePanel|report\.share|draw\.segment|seed|fmt|mock\.(?:coupon|shop))\./;

test('users read the texts of the copy deck, to the letter', () => {
  const different = Object.entries<string>(deck).filter(
    ([key, text]) => !changed.has(key) && entries.some(([name, words]) => name === key && words !== text),
  );
  expect(different).toEqual([]);
});

test('no text of the copy deck is missing', () => {
  const known = new Set(entries.map(([key]) => key));
  expect(Object.keys(deck).filter((key) => !known.has(key) && !elsewhere.test(key))).toEqual([]);
  expect(Object.keys(deck).length).toBeGreaterThan(600);
});

test('a key means the same text wherever it stands', () => {
  const texts = new Map<string, Set<string>>();
  for (const [key, text] of entries) texts.set(key, (texts.get(key) ?? new Set()).add(JSON.stringify(text)));
  expect([...texts].filter(([, all]) => all.size > 1)).toEqual([]);
});
