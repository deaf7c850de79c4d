import { runDrill } from './run-drill.ts';

const { results, broken } = await runDrill((line) => console.log(line), process.argv[2]);
console.log(`\n${results}\n`);
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;
