import { describe, expect, it } from 'vitest';
import { SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts';
import { testSettings } from './testing/test-settings.ts';
import { readSettings } from './read-settings.ts';

/** A page whose settings block has this text; `null`: it has none. */
const page = (text: string | null) => ({
  getElementById: (id: string) => (id === SETTINGS_ELEMENT_ID && text !== null ? ({ textContent: text } as HTMLElement) : null), // all that is read of it
});

describe('readSettings', () => {
  it('reads what the schema knows', () => {
    expect(readSettings(page(JSON.stringify(testSettings)))).toEqual({ ok: true, settings: testSettings });
  });

  it.each([
    [null, 'missing'],
    ['', 'missing'],
    ['  \n', 'missing'],
    ['{"apiBase":', 'notJson'],
    ['<html>', 'notJson'],
    ['{}', 'invalid'],
    ['null', 'invalid'],
    [JSON.stringify({ ...testSettings, couponPage: 'javascript:alert(1)' }), 'invalid'],
    [JSON.stringify({ ...testSettings, windows: { campaign2023: { start: '2023-07-17 09:00', end: null } } }), 'invalid'],
  ])('%j is %s', (text, because) => expect(readSettings(page(text))).toMatchObject({ ok: false, because }));

  it('names the setting that is wrong', () => {
    const reading = readSettings(page(JSON.stringify({ ...testSettings, signing: { signer: 'md5', key: 'k' } })));
    expect(reading).toMatchObject({ detail: expect.stringContaining('signing.signer') });
  });
});
