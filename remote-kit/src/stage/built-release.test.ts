import { expect, it } from 'vitest';
import { inSources } from './built-release.ts';

const map = { version: 3, sources: ['src/spots.tsx'], names: [], mappings: 'AAAA,UAEI' };
const files = new Map([['assets/spots-1.js.map', Buffer.from(JSON.stringify(map))]]);

it.each([
  ['Error: no spots at f (assets/spots-1.js:1:11)', 'Error: no spots at f (src/spots.tsx:3:5)'],
  [
    'a listener (assets/spots-1.js:1:2), and another (assets/spots-1.js:1:30)',
    'a listener (src/spots.tsx:1:1), and another (src/spots.tsx:3:5)',
  ],
  ['Error: no spots at f (assets/other-1.js:1:11)', 'Error: no spots at f (assets/other-1.js:1:11)'],
  ['no file', 'no file'],
])('%s', (text, named) => expect(inSources({ files }, text)).toBe(named));
