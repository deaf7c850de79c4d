import { randomUUID } from 'node:crypto';
import { fixedParameters, type PageData, readPageRegistry, REGISTRY_ELEMENT_ID } from '@fridge/shared-contracts/page';
import type { Product } from './run-product.ts';

/** A visitor without a browser: asks for pages and reports what became of them, as a page does. */
export type PageVisitor = { cookie: string; pageId: string; version: string };

/** Opens a page twice: the first answer gives the cookie. @returns with the release that the page got */
export async function visitPage(product: Product, path: string, remote: string): Promise<PageVisitor> {
  const first = await fetch(product.hostUrl + path);
  const cookie = /^[^;]+/.exec(first.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
  const page = await fetch(product.hostUrl + path, { headers: { cookie } });
  const pageId = /page;desc="([^"]+)"/.exec(page.headers.get('server-timing') ?? '')?.[1] ?? '';
  const block = new RegExp(`id="${REGISTRY_ELEMENT_ID}"[^>]*>([\\s\\S]*?)</script>`).exec(await page.text());
  const data: PageData = JSON.parse(block?.[1] ?? 'null');
  return { cookie, pageId, version: readPageRegistry(data.registry)?.registry.remotes[remote]?.version ?? '' };
}

/** @param event with the fields of its own */
export async function reportEvent(product: Product, { pageId }: PageVisitor, event: object): Promise<void> {
  const sent = { id: randomUUID(), at: Date.now(), pageId, ...fixedParameters, ...event };
  const answer = await fetch(`${product.apiUrl}/track`, {
    method: 'POST',
    headers: { origin: product.hostUrl, 'content-type': 'text/plain' },
    body: JSON.stringify({ events: [sent] }),
  });
  const { data }: { data?: { refused: number } } = await answer.json();
  if (data?.refused !== 0) throw new Error('The event was refused.');
}
