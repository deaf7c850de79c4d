import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoHouseholds } from '../demo/demo-households.ts';
import { shownAt, uploadAs } from './contest.ts';
import { noisePicture } from './photos.ts';
import { startServerProcess } from './server-process.ts';
import { contestClock, testEnvironment } from './test-server.ts';

/** `npm run bench:uploads -w @fridge/server`: 50 uploads of 8 MB at once, and what they cost in memory. A figure, not a test. */
const UPLOADS = 50;
const MEGABYTE = 1024 * 1024;

const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), 'fridge-uploads-'));
const server = await startServerProcess(testEnvironment(folder, { ...contestClock, DEMO: '1' }));
/** Resident memory of the server as Linux tells it, MB. */
const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

try {
  const photo = await noisePicture(4032, 3024, 86);
  const households = demoHouseholds.flatMap(({ userId, phone, homeId, fridge }) => (fridge === undefined ? [] : [{ userId, phone, homeId, fridgeId: fridge.fridgeId }]));
  await sleep(3_000);
  const idle = resident();
  let peak = idle;
  const watching = setInterval(() => (peak = Math.max(peak, resident())), 50);
  const began = Date.now();
  const answers = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, index) => {
      const household = households[index % households.length];
      return household === undefined ? null : uploadAs(household, server.url, photo);
    }),
  );
  const seconds = (Date.now() - began) / 1000;
  clearInterval(watching);
  const kept = await Promise.all(
    answers.map(async (answer) => answer?.code === 0 && (await fetch(shownAt(server.url, String((answer.data as { imgUrl: unknown }).imgUrl)))).status === 200), // what an upload answers with code 0
  );
  print(`${UPLOADS} uploads of ${(photo.length / MEGABYTE).toFixed(1)} MB, 12 megapixels each, at once: ${kept.filter(Boolean).length} kept in ${seconds.toFixed(1)} s`);
  print(`memory: idle ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${(peak - idle).toFixed(0)} MB more (goal: under 600, none lost)`);
  if (kept.includes(false) || peak - idle >= 600) process.exitCode = 1;
} finally {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
