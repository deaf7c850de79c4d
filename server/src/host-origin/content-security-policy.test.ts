import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, inlineScriptsOf } from './page-template.ts';
import { hashSource } from './integrity-maps.ts';

const settings = {
  apiBase: 'http://localhost:4180',
  remoteOrigins: ['http://localhost:4171', 'http://localhost:4172'],
  allowedOrigins: ['http://localhost:4190'],
  tracking: { enabled: false, endpoint: null, analytics: null },
};

describe('contentSecurityPolicy', () => {
  it('allows code of the host, the remotes and hashed inline scripts only', () => {
    const hash = createHash('sha256').update('go()').digest('base64');
    const policy = contentSecurityPolicy(settings, { scripts: [hashSource('go()')] });
    expect(policy).toContain(`script-src 'self' http://localhost:4171 http://localhost:4172 'sha256-${hash}';`);
    expect(policy).not.toMatch(/unsafe/);
    expect(policy).toContain("frame-ancestors 'self' http://localhost:4190");
  });

  it('allows the style element by its hash, and no other', () => {
    const own = hashSource('h1{color:red}');
    expect(contentSecurityPolicy(settings, { scripts: [], styles: [own] })).toContain(
      `style-src 'self' http://localhost:4171 http://localhost:4172 ${own};`,
    );
  });

  it.each([
    [undefined, /img-src [^;]*http:\/\/localhost:4172 http:\/\/localhost:4180;/],
    ['https://pictures.example', /img-src [^;]*http:\/\/localhost:4180 https:\/\/pictures\.example;/],
  ])('allows pictures of the API, by both of its names: %s', (picturesOrigin, expected) =>
    expect(contentSecurityPolicy(settings, { scripts: [] }, picturesOrigin)).toMatch(expected),
  );

  it('allows events to their endpoint, and the analytics service where it is set', () => {
    const policy = contentSecurityPolicy(
      {
        ...settings,
        tracking: {
          enabled: true,
          endpoint: 'https://events.example/track',
          analytics: { script: 'https://analytics.example/v1/sdk.js', appId: 'a' },
        },
      },
      { scripts: [] },
    );
    expect(policy).toMatch(/connect-src [^;]*https:\/\/events\.example https:\/\/analytics\.example(;|$)/);
    expect(policy).toMatch(/script-src [^;]*http:\/\/localhost:4172 https:\/\/analytics\.example;/);
    expect(policy).not.toMatch(/script-src [^;]*events\.example/);
  });
});

describe('inlineScriptsOf', () => {
  it('finds scripts that run and leaves out data and files', () => {
    const html =
      '<script>a()</script><script type="application/json" id="x">{}</script><script type="module" src="/m.js"></script><script nomodule>b()</script>';
    expect(inlineScriptsOf(html)).toEqual(['a()', 'b()']);
  });
});
