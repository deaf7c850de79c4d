import {
  FIRST_SCREEN_MARKER,
  FIRST_STYLES_MARKER,
  IMPORT_MAP_MARKER,
  type PageData,
  pageMarkers,
  type RuntimeSettings,
} from '@fridge/shared-contracts/page';
import { html } from '../edge/html.ts';
import type { PageSettings } from '../documents/settings/server-settings.ts';
import type { FirstScreen } from './first-screen.ts';
import type { IntegrityMap } from './integrity-maps.ts';

/** @param first `null`: a build without markup, or one that Vite serves */
export function fillPage(
  template: string,
  {
    settings,
    data,
    map,
    first,
  }: { settings: PageSettings; data: PageData; map: IntegrityMap; first: FirstScreen | null },
): string {
  return fillMarkers(template, {
    [pageMarkers.settings]: dataBlock(settings),
    [pageMarkers.registry]: dataBlock(data),
    [IMPORT_MAP_MARKER]: `<script type="importmap">${map.text}</script>`,
    [FIRST_STYLES_MARKER]: first === null ? '' : `<style>${first.styles}</style>`,
    [FIRST_SCREEN_MARKER]: first?.html ?? '',
    ...(first && marksOf(first, template)),
  });
}

/** What stands in the template for every page. */
function marksOf({ skin, themeColor, title }: FirstScreen, template: string): Record<string, string> {
  const [titled] = /<title>[^<]*<\/title>/.exec(template) ?? [];
  return {
    '<html lang="zh-CN"': `<html lang="zh-CN" data-skin="${skin}"`,
    'name="theme-color" content=""': html`name="theme-color" content="${themeColor}"`.markup,
    ...(title !== '' && titled !== undefined && { [titled]: html`<title>${title}</title>`.markup }),
  };
}

/** JSON in an HTML page: with `<` escaped, no value can close its block. */
const dataBlock = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** In one pass, so that what is filled in is not searched for markers. */
function fillMarkers(page: string, texts: Readonly<Record<string, string>>): string {
  const markers = new RegExp(Object.keys(texts).map(escapeRegExp).join('|'), 'g');
  return page.replace(markers, (marker) => texts[marker] ?? '');
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Fills a page's markers with data. */
export const embedJson = (page: string, blocks: Readonly<Record<string, unknown>>): string =>
  fillMarkers(page, Object.fromEntries(Object.entries(blocks).map(([marker, value]) => [marker, dataBlock(value)])));

/** Data blocks need no hash. */
export function inlineScriptsOf(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
}

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
