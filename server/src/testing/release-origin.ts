import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractText } from '@fridge/shared-contracts';
import { withoutRetry } from '@fridge/shared-contracts/page';

export type ReleaseOrigin = {
  origin: string;
  /** Address of the release. */
  address: string;
  /** `Origin` headers that came. */
  origins: Set<string>;
  close(): void;
};

export type Served = {
  /** Fields of the description that are other than a sound release's. */
  description?: Readonly<Record<string, unknown>>;
  /** Answers a path of the release in another way. */
  answers?: Readonly<Record<string, (response: ServerResponse) => void>>;
  headers?: Readonly<Record<string, string>>;
  /** Contents of files, described with their hashes. */
  contents?: Partial<Texts>;
  /** Files that `description` names: texts by path. */
  more?: Readonly<Record<string, string>>;
  /** Below `/~1/` as well. */
  retried?: boolean;
};

const sound = {
  'remoteEntry-1.js': 'export const entry = 1;',
  'assets/chunk-1.js': 'export {};',
  'assets/style-1.css': '.a{}',
} as const;
type Texts = Record<keyof typeof sound, string>;

/** As `release.json` names a file. */
export const describedFile = (file: string, text: string) => ({
  file,
  integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
  bytes: Buffer.byteLength(text),
});

/** A sound release of the draw, but for what a test says. */
export function soundRelease({
  description = {},
  contents = {},
  more = {},
}: Pick<Served, 'description' | 'contents' | 'more'> = {}) {
  const texts: Texts = { ...sound, ...contents };
  const described = (file: keyof Texts) => describedFile(file, texts[file]);
  const release = {
    name: 'draw',
    version: '1.0.1+bbbb',
    contract: contractText,
    title: '幸运大转盘',
    description: '',
    entry: 'remoteEntry-1.js',
    scripts: [described('remoteEntry-1.js'), described('assets/chunk-1.js')],
    styles: [described('assets/style-1.css')],
    routes: [{ path: '/draw', window: 'draw' }],
    picture: null,
    bridge: [],
    requires: [],
    calls: ['/fridge/AnnualDraw21/draw'],
    publicParameters: [],
    ...description,
  };
  return { release: JSON.stringify(release), files: { ...texts, ...more } };
}

/** As its origin serves it. */
export async function serveRelease({
  answers = {},
  headers = {},
  retried = true,
  ...how
}: Served = {}): Promise<ReleaseOrigin> {
  const { release, files: texts } = soundRelease(how);
  const files = new Map<string, string>(Object.entries({ ...texts, 'release.json': release }));
  const origins = new Set<string>();
  const server = createServer((request, response) => {
    origins.add(request.headers.origin ?? 'none');
    const url = request.url ?? '';
    const path = (retried ? withoutRetry(url) : url).replace(/^\/release\//, '');
    const answer = answers[path];
    if (answer !== undefined) return answer(response);
    const text = files.get(path);
    const type = path.endsWith('.css')
      ? 'text/css'
      : path.endsWith('.js')
        ? 'text/javascript; charset=utf-8'
        : 'application/json';
    return response
      .writeHead(text === undefined ? 404 : 200, {
        'content-type': type,
        'access-control-allow-origin': '*',
        ...headers,
      })
      .end(text);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const origin = `http://localhost:${port}`;
  return {
    origin,
    address: `${origin}/release/`,
    origins,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
