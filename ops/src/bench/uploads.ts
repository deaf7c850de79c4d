import { measureUploads } from '@fridge/server/measure-uploads';

/** What the server may take beyond its settled idle, MB. */
const MEMORY_GOAL = 600;

/** Fifty uploads at once against a real server process, and what they cost it in memory. @throws when any is lost */
export async function reportUploads(print: (line: string) => void): Promise<void> {
  const { sent, megabytes, seconds, idle, peak } = await measureUploads();
  print(`\n${sent} uploads of ${megabytes.toFixed(1)} MB, 12 megapixels each, at once: all kept in ${seconds.toFixed(1)} s`);
  print(`  server's memory: settled at ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more (goal: under ${MEMORY_GOAL})`);
}
