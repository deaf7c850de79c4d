import { startDevelopment } from './run/start-development.ts';

/** `npm run dev`: everything from source, with hot reload across host and remotes. */
try {
  const development = await startDevelopment(process.env, (line) => console.log(line));
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await development.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
