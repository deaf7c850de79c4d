import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, inlineScriptsOf } from './content-security-policy.ts';

const settings = {
  apiBase: 'http://localhost:4180',
  remoteOrigins: ['http://localhost:4171', 'http://localhost:4172'],
  allowedOrigins: ['http://localhost:4190'],
  tracking: { enabled: false, endpoint: null, appId: 'a', channel: 'cn' },
};

describe('contentSecurityPolicy', () => {
  it('lets code come from the host, the remotes and hashed inline scripts only', () => {
    const hash = createHash('sha256').update('go()').digest('base64');
    const policy = contentSecurityPolicy(settings, ['go()']);
    expect(policy).toContain(`script-src 'self' http://localhost:4171 http://localhost:4172 'sha256-${hash}';`);
    expect(policy).not.toMatch(/unsafe/);
    expect(policy).toContain("frame-ancestors 'self' http://localhost:4190");
  });
});

describe('inlineScriptsOf', () => {
  it('finds scripts that run and leaves out data and files', () => {
    const html = '<script>a()</script><script type="application/json" id="x">{}</script><script type="module" src="/m.js"></script><script nomodule>b()</script>';
    expect(inlineScriptsOf(html)).toEqual(['a()', 'b()']);
  });
});
