import { createHash } from 'node:crypto';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';

/** Code from the host, the remotes' origins and, if set, event analytics; inline scripts by hash; no style elements. */
export function contentSecurityPolicy(
  settings: Pick<RuntimeSettings, 'apiBase' | 'remoteOrigins' | 'allowedOrigins' | 'tracking'>,
  inlineScripts: readonly string[],
): string {
  const remotes = settings.remoteOrigins.join(' ');
  const { endpoint, analytics } = settings.tracking;
  const events = endpoint ? new URL(endpoint).origin : '';
  const service = analytics ? new URL(analytics.script).origin : '';
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`).join(' ');
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${remotes} ${service} ${hashes}`,
    'style-src': `'self' ${remotes}`,
    'img-src': `'self' data: blob: ${remotes} ${settings.apiBase}`,
    'media-src': `'self' ${remotes}`,
    'font-src': `'self' ${remotes}`,
    'connect-src': `'self' ${remotes} ${settings.apiBase} ${events} ${service}`,
    'frame-ancestors': `'self' ${settings.allowedOrigins.join(' ')}`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'object-src': "'none'",
  })
    .map(([name, value]) => [name, ...new Set(value.split(/\s+/).filter(Boolean))].join(' '))
    .join('; ');
}

/** Data blocks need no hash. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}
