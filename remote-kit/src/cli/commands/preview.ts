import { once } from 'node:events';
import { CommandFailed, messageOf } from '../command-failed.ts';
import { defineCommand } from '../command.ts';
import { readCheckSettings } from '../remote-settings.ts';

export const preview = defineCommand({
  summary: 'shows the build in the real host on this machine, as each household',
  usage: 'preview [--port NUMBER]',
  details: [
    'Build first: it serves dist/, the files that publishing would take. Answers come from stand-alone/answers.ts. Nothing is sent anywhere.',
    'After another build start it again. Ctrl-C ends it.',
  ],
  options: {
    port: { type: 'string', value: 'NUMBER', summary: 'of the page (default: any free one)' },
  },
  async run({ folder, options: { port = '0' }, progress, signal }) {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw new CommandFailed(2, `--port ${port} is no port: a number up to 65535.`);
    const { NotBuilt } = await import('../../stage/built-release.ts');
    const { AnswersFailed } = await import('../../stage/remote-answers.ts');
    const { runPreview } = await import('../../stage/run-preview.ts');
    const { queries } = await readCheckSettings(folder);
    const running = await runPreview({
      folder,
      queries,
      port: Number(port),
      onCall: ({ id, outcome }) => progress.note(`${id}: ${outcome}`),
    }).catch((error: unknown) => {
      const isUsage = error instanceof NotBuilt || error instanceof AnswersFailed;
      throw new CommandFailed(isUsage ? 2 : 3, messageOf(error), { cause: error });
    });
    try {
      const { release, url } = running;
      progress.note(`${release.name} ${release.version} in the host: ${url}`);
      progress.note('Ctrl-C ends it.');
      if (!signal.aborted) await once(signal, 'abort');
      return { lines: [], data: { url } };
    } finally {
      await running.close();
    }
  },
});
