import { expect } from '@playwright/test';
import type { Machine } from '../../deploy/src/machines/machine.ts';

const FOLDER = '/etc/nginx/fridge';

/** Changes a file of nginx by a script of `sed`, lets `run` meet it, and puts it back. @param file below its folder */
export async function withChanged<Result>(
  web1: Machine,
  { file, script }: { file: string; script: string },
  run: () => Promise<Result>,
): Promise<Result> {
  const [path, before] = [`${FOLDER}/${file}`, `/root/${file.replaceAll('/', '-')}`];
  await web1.sh(`cp -a ${path} ${before} && sed -i '${script}' ${path} && ! cmp --silent ${path} ${before}`);
  try {
    await web1.sh('nginx -t && systemctl reload nginx');
    return await run();
  } finally {
    await web1.sh(`cp -a ${before} ${path} && systemctl reload nginx`);
  }
}

/** The last line of nginx's log that has a text, such as a request's id; `null` without one. */
export async function lastLogged(web1: Machine, text: string): Promise<unknown> {
  const line = await web1.sh(`grep -F '${text}' /var/log/nginx/access.log | tail -n 1`);
  return JSON.parse(line || 'null');
}

/** nginx writes its log each second. */
export const expectLogged = (web1: Machine, text: string, line: Record<string, unknown>): Promise<void> =>
  expect.poll(() => lastLogged(web1, text)).toMatchObject(line);
