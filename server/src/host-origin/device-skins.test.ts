import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { deviceConfigs } from '../households/tables.ts';
import { openEmbeddedDatabase } from '../testing/embedded-database.ts';
import { createDeviceSkins } from './device-skins.ts';

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-skins-'));
  database = await openEmbeddedDatabase(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const MODELS = ['0000A001', '0000B001', '0000C001', '0000D001', '000B001'];

it('knows the skins of models, and looks for new ones now and then', async () => {
  const { queries } = database;
  await queries.insert(deviceConfigs).values([
    { sn: '0A001', highBrand: 0, devType: '' },
    { sn: '0B001', highBrand: 1, devType: 'sub' },
    { sn: '0C001', highBrand: 0, devType: 'sub' },
  ]);
  let now = 0;
  const skins = createDeviceSkins({ queries, clock: { real: () => now } });
  const told = () => MODELS.map((sn8) => skins.of(sn8));
  expect(told()).toEqual([0, 0, 0, 0, 0]);
  await vi.waitFor(() => expect(told()).toEqual([0, 1, 2, 0, 0]));
  await queries.insert(deviceConfigs).values({ sn: '0D001', highBrand: 1, devType: '' });
  now += 60_000;
  expect(told()).toEqual([0, 1, 2, 0, 0]);
  now += 5 * 60_000;
  await vi.waitFor(() => expect(told()).toEqual([0, 1, 2, 1, 0]));
});

it('keeps what it knows while the database is away, and asks it no more often', async () => {
  const select = vi.fn(() => {
    throw new Error('away');
  });
  let now = 0;
  const skins = createDeviceSkins({ queries: { select } as never, clock: { real: () => now } }); // all that it uses
  for (now = 0; now < 60_000; now += 1_000) expect(skins.of('0000B001')).toBe(0);
  expect(select).toHaveBeenCalledTimes(1);
});
