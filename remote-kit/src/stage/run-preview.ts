import { createServer } from 'node:http';
import { join } from 'node:path';
import { readBuiltRelease } from './built-release.ts';
import { frameHouseholds, framePage } from './frame-page.ts';
import { closeServer, listen } from './listen.ts';
import type { ReceivedCall } from './stand-in-api.ts';
import { openStage, type StageOptions } from './stage.ts';

export type PreviewOptions = Pick<StageOptions, 'folder' | 'queries'> & {
  /** 0: any free one. */
  port: number;
  onCall: (call: ReceivedCall) => void;
};

/** The stage for a person: the host in a phone's frame. */
export async function runPreview({ folder, queries, port, onCall }: PreviewOptions) {
  const dist = join(folder, 'dist');
  const { release } = await readBuiltRelease(dist);
  let page = '';
  const frame = createServer((request, response) => {
    const isPage = /^\/(?:\?|$)/.test(request.url ?? '');
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(isPage ? page : '');
  });
  const url = await listen(frame, port);
  const close = () => closeServer(frame);
  const stage = await openStage({
    folder,
    dist,
    release,
    framedBy: [url],
    onCall,
    ...(queries && { queries }),
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const routes = release.routes.map(({ path }) => path);
  page = framePage({
    title: `${release.name} ${release.version}`,
    hostUrl: stage.hostUrl,
    routes,
    households: frameHouseholds(stage.addressOf, routes).map((each) => ({
      ...each,
      answers: stage.nativeAnswers(each.name),
    })),
    user: stage.nativeAnswers('user'),
  });
  return {
    url,
    hostUrl: stage.hostUrl,
    release,
    close: async () => {
      await Promise.all([close(), stage.close()]);
    },
  };
}
