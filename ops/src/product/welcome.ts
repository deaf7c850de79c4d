import { relative } from 'node:path';
import { originOf, type PortPlan } from './ports.ts';

export function welcome(ports: PortPlan, state: { root: string; registry: string }): string {
  const app = originOf(ports.companionApp);
  return [
    '',
    '  Ready.',
    '',
    `  Companion app   ${app}   start here: a phone with the product in it`,
    `  Host            ${originOf(ports.host)}   the same pages in a plain browser`,
    `  Server          ${originOf(ports.server)}/health`,
    `  Review          ${originOf(ports.review)}   for operators: npm run ops -- works review prints its link`,
    '',
    '  Try',
    '    · open the companion app, choose a household, answer the question',
    `    · switch the campaign off: set "enabled": false in ${shown(state.registry)} and watch the open page`,
    '    · npm run ops -- --help',
    '',
    `  Ctrl-C ends everything; the state stays in ${shown(state.root)}/. npm run reset empties it.`,
    '',
  ].join('\n');
}

const shown = (path: string): string => relative(process.cwd(), path) || path;
