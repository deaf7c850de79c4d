import { expect, it } from 'vitest';
import { contentOf, type ContentEncoding } from './content.ts';

const counted = () => {
  const calls: string[] = [];
  const as = (how: string) => (text: string, encoding: ContentEncoding) => {
    calls.push(`${how} ${encoding}`);
    return Promise.resolve(Buffer.from(`${how} ${text}`));
  };
  return { calls, compressors: { quickly: as('quickly'), best: as('best') } };
};

it('is compressed quickly at first, and best when it is asked for again', async () => {
  const { calls, compressors } = counted();
  const content = contentOf('text', compressors);
  const texts = [];
  for (let asked = 0; asked < 4; asked++) texts.push(String(await content.bytes('br')));
  expect(texts).toEqual(['quickly text', 'best text', 'best text', 'best text']);
  await content.bytes('gzip');
  expect(calls).toEqual(['quickly br', 'best br', 'quickly gzip']);
});

it('takes one thread for the best quality, whatever is asked for at once', async () => {
  const { calls, compressors } = counted();
  const contents = Array.from({ length: 20 }, (_, index) => contentOf(`text ${index}`, compressors));
  for (const content of contents) await content.bytes('br');
  await Promise.all(contents.map((content) => content.bytes('br')));
  expect(calls.filter((call) => call.startsWith('best'))).toHaveLength(1);
});
