import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
/** After its start the server frees what that took. */
const SETTLE_MS = 3_000;

/** `megabytes`: of one photo; `idle` and `peak`: the server's resident memory, MB. */
export type UploadCost = { sent: number; kept: number; megabytes: number; seconds: number; idle: number; peak: number };

/** Sends fifty photos of 8 MB at once to a server process of its own, and looks at each of them afterwards. Linux only. */
export async function measureUploads(): Promise<UploadCost> {
  const folder = mkdtempSync(join(tmpdir(), 'fridge-uploads-'));
  const server = await startServerProcess(testEnvironment(folder, { ...contestClock, DEMO: '1' }));
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const send = async (photo: Buffer, index: number): Promise<boolean> => {
    const household = households[index % households.length];
    if (household === undefined) return false;
    const answer = await uploadAs(household, server.url, photo);
    const read = v.safeParse(contestCalls.uploadWork.data, answer.data);
    return answer.code === 0 && read.success && (await fetch(shownAt(server.url, read.output.imgUrl))).status === 200;
  };
  try {
    const photo = await noisePicture(4032, 3024, 86);
    await sleep(SETTLE_MS);
    const idle = resident();
    let peak = idle;
    const watching = setInterval(() => (peak = Math.max(peak, resident())), 50);
    const began = Date.now();
    const kept = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => send(photo, index)));
    const seconds = (Date.now() - began) / 1000;
    clearInterval(watching);
    return { sent: UPLOADS, kept: kept.filter(Boolean).length, megabytes: photo.length / MEGABYTE, seconds, idle, peak };
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

const households = demoHouseholds.flatMap(({ userId, phone, homeId, fridge }) => (fridge === undefined ? [] : [{ userId, phone, homeId, fridgeId: fridge.fridgeId }]));
