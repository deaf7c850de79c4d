import { describe, expect, it } from 'vitest';
import { createUploadLine } from './host-uploads.ts';

const settle = () => new Promise((done) => setTimeout(done));

function scene() {
  const line = createUploadLine(2);
  const running: { name: string; end: (result: string) => void; fail: (reason: Error) => void }[] = [];
  const start = (name: string) => {
    const abort = new AbortController();
    const result = line(abort.signal, () => new Promise<string>((end, fail) => running.push({ name, end, fail })));
    return { abort, result };
  };
  return { start, running, names: () => running.map(({ name }) => name) };
}

describe('a line of two places', () => {
  it('lets the next one go when one is done or has failed', async () => {
    const { start, running, names } = scene();
    const results = ['a', 'b', 'c', 'd'].map((name) => start(name).result.catch(() => 'failed'));
    await settle();
    expect(names()).toEqual(['a', 'b']);
    running[1]?.end('done');
    await settle();
    expect(names()).toEqual(['a', 'b', 'c']);
    running[0]?.fail(new Error('lost'));
    await settle();
    for (const { end } of running) end('done');
    expect(await Promise.all(results)).toEqual(['failed', 'done', 'done', 'done']);
  });

  it('gives a cancelled place back at once, and only once', async () => {
    const { start, running, names } = scene();
    const first = start('a');
    for (const name of ['b', 'c', 'd']) start(name);
    await settle();
    first.abort.abort();
    await settle();
    running[0]?.end('late');
    await settle();
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('is not held up by what was cancelled while it waited', async () => {
    const { start, running, names } = scene();
    start('a');
    start('b');
    const third = start('c');
    start('d');
    third.abort.abort();
    running[0]?.end('done');
    await settle();
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });
});
