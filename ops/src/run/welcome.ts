import { originOf, type PortPlan } from '../ports.ts';

/** What a person sees once everything runs: where it is and what to try. */
export function welcome(ports: PortPlan): string {
  const app = originOf(ports.companionApp);
  return [
    '',
    '  Ready.',
    '',
    `  Companion app   ${app}            start here: a phone with the product in it`,
    `  Host            ${originOf(ports.host)}            the same pages in a plain browser`,
    `  Server          ${originOf(ports.server)}/health`,
    '',
    '  Try',
    '    · open the companion app, choose a household, answer the question',
    '    · switch the campaign off: set "enabled": false in var/remotes.json and watch the open page',
    '    · npm run ops -- --help',
    '',
    '  Ctrl-C ends everything; the state stays in var/. npm run reset empties it.',
    '',
  ].join('\n');
}
