import { healthLines, VIEWS_KEPT_DAYS } from '@fridge/shared-contracts/team';
import type { Command } from 'commander';
import { nonEmptyText, type Tool, wholeNumberFrom } from './tool.ts';

const MOST_HOURS = VIEWS_KEPT_DAYS * 24;

export function addHealthCommand(program: Command, { ask, finish }: Tool): void {
  program
    .command('health')
    .argument('<remote>', 'its name', nonEmptyText)
    .option('--hours <n>', `of the last so many hours, at most ${MOST_HOURS}`, wholeNumberFrom(1, MOST_HOURS), 24)
    .description('what became of each release of a remote on pages: visitors, opens, failures, and how fast it was')
    .action(async (name: string, { hours }: { hours: number }) => {
      const health = await ask({ command: 'health.show', name, hours });
      finish(healthLines(health).join('\n'), health);
    });
}
