import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { RETRY_PREFIX } from '@fridge/shared-contracts/page';
import { copy } from '../../server/src/edge/copy.ts';

const folder = join(import.meta.dirname, '../nginx');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.conf'));

it.each(files)('%s begins with what it is', (file) => expect(read(file)).toMatch(/^# \S/));

it('the failure page is allowed its own style and has nothing of elsewhere', () => {
  const page = read('fridge/failure.html');
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(read('fridge/page-failure.conf')).toContain(`style-src 'sha256-${hash}'`);
  expect(page).not.toMatch(/src=|url\(|http/);
});

describe("nginx's own answers", () => {
  it.each([
    ['@too_large', 413, copy['server.param']],
    ['@picture_too_large', 413, copy['server.upload.size']],
    ['@too_many', 429, copy['server.busy']],
    ['@no_program', 500, copy['server.internal']],
  ])("%s is the program's", (location, code, msg) => {
    const [, block = ''] = read('fridge/call-failures.conf').split(`location ${location} {`);
    expect(block.split('}\n')[0]).toContain(`return 200 '${JSON.stringify({ code, msg, data: null })}';`);
  });

  it.each([
    ['@too_many', copy['server.busy']],
    ['@no_program', copy['server.internal']],
  ])('%s has its sentence on the page too', (location, sentence) => {
    const [, block = ''] = read('fridge/page-failures.conf').split(`location ${location} {`);
    expect(block.split('}\n')[0]).toContain(`set $sentence "${sentence}";`);
  });
});

it('a photo that the program takes passes', () => {
  const [, block = ''] = read('fridge/sites/api.conf').split('location = /activity/uploadWork {');
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(block)?.[1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThan(uploadTerms.maxBytes + 64 * 1024);
});

it('idle connections and set-aside programs come back before a program that ends closes its listeners', () => {
  const seconds = [...read('fridge/programs.conf').matchAll(/(?:keepalive_timeout |fail_timeout=)(\d+)s/g)].map(
    ([, text]) => Number(text),
  );
  const grace = Number(/^SHUTDOWN_GRACE_MS=(\d+)$/m.exec(read('../systemd/fridge.env'))?.[1]) / 1000;
  expect(seconds.length).toBeGreaterThan(0);
  for (const each of seconds) expect(each).toBeLessThan(grace);
});

it("teams' files are at all addresses of their retries, and at no other", () => {
  const [, pattern = ''] = /^ {2}rewrite "(.+)" \$1;$/m.exec(read('fridge/sites/remotes.conf')) ?? [];
  expect(pattern).toBe(`^${RETRY_PREFIX}(.*)$`);
});
