import { expect, it } from 'vitest';
import { readChosen } from './use-picture-source.tsx';

it.each([
  ['plain base64', { type: 'image/png', base64: btoa('one') }, 'image/png', 'one'],
  ['a data URL', { type: '', base64: `data:image/jpeg;base64,${btoa('two')}` }, '', 'two'],
  [
    'base64 with line breaks',
    { type: '', base64: `${btoa('three').slice(0, 4)}\n${btoa('three').slice(4)}` },
    '',
    'three',
  ],
  ['an unreadable text as an empty file', { type: 'image/jpeg', base64: '***' }, 'image/jpeg', ''],
])('reads %s', async (_, photo, type, text) => {
  const file = readChosen(photo);
  expect([file.type, await file.text()]).toEqual([type, text]);
});
