import { measureUploads } from '@fridge/server/measure-uploads';

/** Server memory above idle, MB. */
const MEMORY_GOAL = 600;

/** Sends fifty uploads at once to a real server. @throws when any is lost */
export async function reportUploads(print: (line: string) => void): Promise<void> {
  const { sent, megabytes, seconds, idle, peak } = await measureUploads();
  print(`\n${sent} uploads of ${megabytes.toFixed(1)} MB, 12 megapixels each, at once: all kept in ${seconds.toFixed(1)} s`);
  print(`  server's memory: settled at ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more (goal: under ${MEMORY_GOAL})`);
}
