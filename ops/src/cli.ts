import { runCli } from './commands/run-cli.ts';

/** `npm run ops -- <command>`: the tool of teams and operators. */
const outcome = await runCli(process.argv.slice(2), { env: process.env });
(outcome.code === 0 ? console.log : console.error)(outcome.output);
process.exitCode = outcome.code;
