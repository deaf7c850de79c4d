import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import * as v from 'valibot';
import { demoHouseholds } from '../demo/demo-households.ts';
import { shownAt, uploadAs } from './contest.ts';
import { noisePicture } from './photos.ts';
import { startServerProcess } from './server-process.ts';
import { contestClock, testEnvironment } from './test-server.ts';

const UPLOADS = 50;
const MEGABYTE = 1024 * 1024;
/** Memory has settled when it changes less than this within this time. */
const SETTLED = { megabytes: 3, lookMs: 500, looks: 8, atMostMs: 60_000 } as const;

/** `megabytes`: one photo's size; `idle`, `peak`: resident memory after settling and at most, MB. */
type UploadCost = { sent: number; megabytes: number; seconds: number; idle: number; peak: number };

/**
 * Uploads fifty photos of 8 MB at once to a server process and loads each of them. An earlier process seeds the
 * demonstration, so that its memory doesn't count. The demonstration's households share the uploads. Linux only.
 * @throws with the answers when an upload was lost
 */
export async function measureUploads(): Promise<UploadCost> {
  const folder = mkdtempSync(join(tmpdir(), 'fridge-uploads-'));
  const start = () => startServerProcess(testEnvironment(folder, { ...contestClock, DEMO: '1' }));
  await (await start()).end('SIGTERM');
  const server = await start();
  const status = (name: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  /** @returns the reason of a loss, `null` when it is stored */
  const send = async (photo: Buffer, index: number): Promise<string | null> => {
    const household = households[index % households.length];
    if (household === undefined) return 'no household';
    const answer = await uploadAs(household, server.url, photo);
    const read = v.safeParse(contestCalls.uploadWork.data, answer.data);
    if (answer.code !== 0 || !read.success) return `code ${answer.code} ${answer.msg}`;
    const shown = await fetch(shownAt(server.url, read.output.imgUrl));
    const isPicture = shown.status === 200 && shown.headers.get('content-type') === 'image/jpeg';
    await shown.arrayBuffer();
    return isPicture ? null : `kept, and not shown: HTTP ${shown.status}`;
  };
  try {
    const photo = await noisePicture(4032, 3024, 86);
    const idle = await settled(() => status('VmRSS'));
    // Resets the kernel's peak (VmHWM).
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
    const began = Date.now();
    const lost = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => send(photo, index)));
    const seconds = (Date.now() - began) / 1000;
    const peak = status('VmHWM');
    const reasons = lost.filter((reason) => reason !== null);
    if (reasons.length > 0)
      throw new Error(
        `${reasons.length} of ${UPLOADS} uploads were lost in ${seconds.toFixed(0)} s: ${[...new Set(reasons)].join('; ')}. Run it on a quiet machine.`,
      );
    return { sent: UPLOADS, megabytes: photo.length / MEGABYTE, seconds, idle, peak };
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the settled resident memory, MB; the last value if it doesn't settle */
async function settled(resident: () => number): Promise<number> {
  const giveUpAt = Date.now() + SETTLED.atMostMs;
  const seen = [resident()];
  for (;;) {
    await sleep(SETTLED.lookMs);
    seen.push(resident());
    const last = seen.slice(-SETTLED.looks);
    if (
      (last.length === SETTLED.looks && Math.max(...last) - Math.min(...last) < SETTLED.megabytes) ||
      Date.now() > giveUpAt
    )
      return seen.at(-1) ?? 0;
  }
}

const households = demoHouseholds.flatMap(({ userId, phone, homeId, fridge }) =>
  fridge === undefined ? [] : [{ userId, phone, homeId, fridgeId: fridge.fridgeId }],
);
