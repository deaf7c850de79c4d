import { visibleText } from '@fridge/shared-contracts/host';
import { runCli } from './commands/run-cli.ts';

/** `npm run ops -- <command>`. Control characters are made visible in text that users may have written, not in JSON. */
const args = process.argv.slice(2);
const outcome = await runCli(args, { env: process.env });
const output = args.includes('--json') ? outcome.output : visibleText(outcome.output);
(outcome.code === 0 ? console.log : console.error)(output);
process.exitCode = outcome.code;
