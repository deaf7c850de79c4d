import { createHash } from 'node:crypto';
import type { RuntimeSettings } from '@fridge/shared-contracts/host';

/**
 * The host page's policy. Code comes from the host, the remotes' origins and, where it is set, the event-analytics
 * service; inline scripts are allowed by hash; nothing writes a style element.
 */
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

/** The page's inline scripts, as the browser hashes them. Data blocks don't run and need no hash. */
export function inlineScriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}
