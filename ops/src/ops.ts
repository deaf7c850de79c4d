import { visibleText } from '@fridge/shared-contracts/page';
import { runCli } from './commands/run-cli.ts';

/** `npm run ops -- …`. Control characters are made visible in text that users may have written, not in JSON. */
const args = process.argv.slice(2);
const { code, output } = await runCli(args, { env: process.env, progress: (text) => console.error(text) });
(code === 0 ? console.log : console.error)(args.includes('--json') ? output : visibleText(output));
process.exitCode = code;
