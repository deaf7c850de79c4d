import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Household } from '../households.ts';
import { demoCall } from '../product/demo-cloud.ts';
import type { Product } from '../product/run-product.ts';

const messageSchema = v.object({
  id: v.string(),
  method: v.string(),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
});
export type NativeCall = v.InferOutput<typeof messageSchema>;

/** The native app of a household, outside of any engine: each engine's bridge asks it what to tell the page. */
export interface EngineApp {
  /** Where it is asked, by POST of the page's message; it answers with a list of what the page is to be told. */
  readonly address: string;
  readonly calls: readonly NativeCall[];
  /** Methods that it doesn't answer. */
  readonly silent: Set<string>;
  /** Addresses that were opened in web views of their own. */
  opened(): string[];
  close(): Promise<void>;
}

export async function startNativeApp(product: Pick<Product, 'apiUrl'>, user: Household): Promise<EngineApp> {
  const calls: NativeCall[] = [];
  const silent = new Set<string>();
  const answer = async (message: NativeCall): Promise<unknown[]> => {
    calls.push(message);
    if (silent.has(message.method)) return [];
    return [{ id: message.id, ok: true, data: await act(product, user, message) }];
  };
  const server = createServer((request, response) => {
    const reply = async () => {
      const message = v.parse(messageSchema, JSON.parse(await text(request)));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await answer(message)));
    };
    reply().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  return {
    address: `http://127.0.0.1:${port}/`,
    calls,
    silent,
    opened: () => calls.filter(({ method }) => method === 'openWebView').map(({ params }) => String(params['url'])),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function act(product: Pick<Product, 'apiUrl'>, { userId }: Household, { method }: NativeCall): Promise<unknown> {
  switch (method) {
    case 'getUserInfo':
      return {
        ...(await demoCall<object>(product, 'profile', { userId })),
        ...(await demoCall<object>(product, 'login', { userId })),
      };
    case 'getHomeInfo':
      return demoCall(product, 'home', { userId });
    case 'getStatusBarHeight':
      return { height: 47 };
    case 'share':
      return { channel: 'wx' };
    default:
      return {};
  }
}
