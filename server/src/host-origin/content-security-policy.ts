import type { RuntimeSettings } from '@fridge/shared-contracts/page';

/**
 * Code from the host, the remotes' origins and, if set, event analytics.
 * @param inline scripts, integrity maps and style elements that may stand in the page, by their sources (`hashSource`)
 */
export function contentSecurityPolicy(
  settings: Pick<RuntimeSettings, 'apiBase' | 'remoteOrigins' | 'allowedOrigins' | 'tracking'>,
  inline: { scripts: readonly string[]; styles?: readonly string[] },
  picturesOrigin = '',
): string {
  const remotes = settings.remoteOrigins.join(' ');
  const { endpoint, analytics } = settings.tracking;
  const events = endpoint ? new URL(endpoint).origin : '';
  const service = analytics ? new URL(analytics.script).origin : '';
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${remotes} ${service} ${inline.scripts.join(' ')}`,
    'style-src': `'self' ${remotes} ${inline.styles?.join(' ') ?? ''}`,
    'img-src': `'self' data: blob: ${remotes} ${settings.apiBase} ${picturesOrigin}`,
    'media-src': `'self' ${remotes}`,
    'font-src': `'self' ${remotes}`,
    'connect-src': `'self' ${remotes} ${settings.apiBase} ${events} ${service}`,
    'frame-ancestors': `'self' ${settings.allowedOrigins.join(' ')}`,
    'base-uri': "'none'",
    'form-action': "'none'",
  })
    .map(([name, value]) => [name, ...new Set(value.split(/\s+/).filter(Boolean))].join(' '))
    .join('; ');
}
