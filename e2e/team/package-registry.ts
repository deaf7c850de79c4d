import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.looseObject({ name: v.string(), version: v.string() });

/** A package registry that has our packed packages and no others, as a company's own registry would. */
export interface PackageRegistry {
  readonly url: string;
  close(): void;
}

/** @param folder holds the packed packages (`npm run pack`) */
export async function servePackages(folder: string): Promise<PackageRegistry> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  const packed = await Promise.all(
    files.map(async (file) => {
      const text = execFileSync('tar', ['-xOf', join(folder, file), 'package/package.json'], { encoding: 'utf8' });
      const content = await readFile(join(folder, file));
      return { file, content, manifest: v.parse(manifestSchema, JSON.parse(text)) };
    }),
  );
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url).slice(1);
    const found = packed.find(({ file, manifest }) => path === file || path === manifest.name);
    if (found === undefined) return response.writeHead(404).end();
    if (path === found.file) return response.writeHead(200).end(found.content);
    const { manifest, content, file } = found;
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const version = { ...manifest, dist: { tarball: `${registry.url}${file}`, integrity } };
    const { version: number } = manifest;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: number }, versions: { [number]: version } }));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const registry: PackageRegistry = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`, // listens on a port
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return registry;
}
