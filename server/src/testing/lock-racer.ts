import { appendFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { takeLock } from '../program/process-lock.ts';

/** A process that takes the same locks as others at once: `<folder> <rounds> <start, ms since 1970>`. */
const [folder = '', rounds = '0', startAt = '0'] = process.argv.slice(2);
const ROUND_MS = 15;
for (let round = 0; round < Number(rounds); round += 1) {
  await delay(Math.max(0, Number(startAt) + round * ROUND_MS - Date.now() - 1));
  while (Date.now() < Number(startAt) + round * ROUND_MS);
  const lock = await takeLock(`${folder}/${round}.lock`, { waitMs: 20_000 });
  try {
    mkdirSync(`${folder}/${round}.inside`);
  } catch {
    appendFileSync(`${folder}/violations`, `${round}\n`);
  }
  const count = Number(readFileSync(`${folder}/${round}.count`, 'utf8'));
  await delay(1);
  writeFileSync(`${folder}/${round}.count`, String(count + 1));
  try {
    rmdirSync(`${folder}/${round}.inside`);
  } catch {
    appendFileSync(`${folder}/violations`, `${round}\n`);
  }
  await lock.release();
}
