import type { Machine } from './machines/machine.ts';

/** A code block of a page, and where it is run. */
export type Step = { chapter: string; heading: string; machines: readonly string[]; script: string };

/**
 * The code blocks that name machines: a fence `sh web1 web2` is run on both. A plain `sh` shows what isn't.
 * @returns in the page's order
 */
export function stepsOf(page: string): Step[] {
  const steps: Step[] = [];
  let [chapter, heading] = ['', ''];
  let block: { machines: string[]; lines: string[]; shown: boolean } | null = null;
  for (const line of page.split('\n')) {
    if (block === null) {
      const fence = /^```(\S*) ?(.*)$/.exec(line);
      if (fence !== null) {
        const machines = (fence[2] ?? '').split(' ').filter(Boolean);
        block = { machines, lines: [], shown: fence[1] !== 'sh' || machines.length === 0 };
      } else if (/^#+ /.test(line)) {
        heading = line.replace(/^#+ /, '');
        if (line.startsWith('## ')) chapter = heading;
      }
    } else if (line === '```') {
      if (!block.shown) steps.push({ chapter, heading, machines: block.machines, script: block.lines.join('\n') });
      block = null;
    } else block.lines.push(line);
  }
  return steps;
}

/** Programs that are stopped finish what is under way, for up to 150 s. */
const STEP_LIMIT_MS = 200_000;

/** Runs a step as root, ending at the first command that fails. @throws with its output */
export async function runStep({ heading, script }: Step, machine: Machine): Promise<string> {
  const { code, output } = await machine.run(`set -euo pipefail\n${script}`, { limitMs: STEP_LIMIT_MS });
  if (code !== 0) throw new Error(`"${heading}" on ${machine.name} ended with ${code}:\n${output}`);
  return output;
}

/**
 * The command that docs/deploy.md gives for after each step that copies files: a site's own names in place of the
 * examples.
 */
export function ownNamesCommand(page: string, domain: string): string {
  const [, command] = /^```sh\nsite=.*\n([^]*?)^```$/m.exec(page) ?? [];
  if (command === undefined) throw new Error("docs/deploy.md has no command for a site's own names.");
  return `site=${domain}\n${command}`;
}
