import { expect, it } from 'vitest';
import { needsDocument, readPagePreview } from './page-preview.ts';

const preview = { name: 'picnic', version: '1.4.0-preview.a', paths: ['/picnic', '/picnic/rule'], shown: true };

it('is read from the page of a visit, and is nowhere else', () => {
  expect(readPagePreview(JSON.stringify({ registry: {}, preview }))).toEqual(preview);
  for (const text of ['', '{}', JSON.stringify({ preview: { name: 'picnic' } })])
    expect(readPagePreview(text)).toBeNull();
});

it.each([
  [
    'a page of the preview',
    { ...preview, shown: true },
    { '/picnic': false, '/picnic/rule/': false, '/draw': true, '/default': true },
  ],
  [
    'another page of its visit',
    { ...preview, shown: false },
    { '/picnic': true, '//picnic/rule': true, '/draw': false, '/': false },
  ],
  ['a page of no preview', null, { '/picnic': false, '/draw': false }],
])('%s loads the document for what belongs to the other kind', (_, shown, paths) => {
  const needs = needsDocument(shown);
  expect(Object.fromEntries(Object.keys(paths).map((path) => [path, needs(path)]))).toEqual(paths);
});
