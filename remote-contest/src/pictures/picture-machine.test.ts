import { describe, expect, it } from 'vitest';
import { picturesStep, type Picture, pictureAddress, type PictureEvent, pictureProgress, type Pictures, type PictureStage, uploadsToStart } from './picture-machine.ts';

const bytes = new Blob(['b']);
const picture = (id: string, stage: PictureStage, part: Partial<Picture> = {}): Picture => ({ id, bytes, preview: `blob:${id}`, stage, ...part });
const uploaded: PictureStage = { phase: 'uploaded', address: 'https://files.example/a.jpg', uploadedAt: 5 };
const stages: PictureStage[] = [{ phase: 'preparing' }, { phase: 'waiting' }, { phase: 'uploading', sent: 0.5 }, { phase: 'failed' }, uploaded];

describe('one picture', () => {
  const table: [PictureEvent, PictureStage['phase'], PictureStage][] = [
    [{ type: 'prepared', id: 'a', bytes, preview: 'blob:a' }, 'preparing', { phase: 'waiting' }],
    [{ type: 'started', id: 'a' }, 'waiting', { phase: 'uploading', sent: 0 }],
    [{ type: 'progressed', id: 'a', sent: 0.75 }, 'uploading', { phase: 'uploading', sent: 0.75 }],
    [{ type: 'progressed', id: 'a', sent: 7 }, 'uploading', { phase: 'uploading', sent: 1 }],
    [{ type: 'uploaded', id: 'a', address: 'https://files.example/a.jpg', at: 5 }, 'uploading', uploaded],
    [{ type: 'failed', id: 'a' }, 'uploading', { phase: 'failed' }],
    [{ type: 'retried', id: 'a' }, 'failed', { phase: 'waiting' }],
    [{ type: 'swept' }, 'uploaded', { phase: 'waiting' }],
  ];

  it.each(table.map((row) => [row[0].type, ...row] as const))('%s changes only the stage that it belongs to', (_, event, from, to) => {
    for (const stage of stages) {
      const before: Pictures = [picture('z', { phase: 'preparing' }), picture('a', stage)];
      const after = picturesStep(before, event);
      expect(after[1]?.stage, stage.phase).toEqual(stage.phase === from ? to : stage);
      expect(after[0]).toBe(before[0]);
      if (stage.phase !== from && event.type !== 'swept') expect(after).toBe(before);
    }
  });

  it('is chosen once, put back once, and gone when it is removed', () => {
    const chosen = picturesStep([], { type: 'chosen', id: 'a' });
    expect(picturesStep(chosen, { type: 'chosen', id: 'a' })).toBe(chosen);
    expect(picturesStep(chosen, { type: 'restored', pictures: [picture('a', uploaded), picture('b', uploaded)] }).map(({ id, stage }) => [id, stage.phase])).toEqual([['a', 'preparing'], ['b', 'uploaded']]);
    expect(picturesStep(chosen, { type: 'removed', id: 'a' })).toEqual([]);
  });

  it('of a stored work has no bytes to send again', () => {
    const stored = [picture('a', uploaded, { bytes: null })];
    expect(picturesStep(stored, { type: 'swept' })).toEqual(stored);
  });
});

describe('the line of uploads', () => {
  it.each([
    ['nothing', [], []],
    ['two of three', ['waiting', 'waiting', 'waiting'], ['0', '1']],
    ['one beside a running one', ['uploading', 'waiting', 'waiting'], ['1']],
    ['none beside two', ['uploading', 'waiting', 'uploading'], []],
    ['none that failed, is done or is being prepared', ['failed', 'uploaded', 'preparing'], []],
  ] as const)('starts %s', (_, at, started) => {
    const pictures = at.map((name, index) => picture(String(index), stages.find((stage) => stage.phase === name) ?? { phase: 'waiting' }));
    expect(uploadsToStart(pictures).map(({ id }) => id)).toEqual(started);
  });
});

describe('what a submission finds', () => {
  const pictures = [picture('done', uploaded), picture('running', { phase: 'uploading', sent: 0 }), picture('failed', { phase: 'failed' })];
  it.each([
    [[], { phase: 'done' }],
    [['done'], { phase: 'done' }],
    [['done', 'running'], { phase: 'running' }],
    [['running', 'failed'], { phase: 'failed', id: 'failed' }],
  ])('%j: %j', (ids, progress) => expect(pictureProgress(pictures, ids)).toEqual(progress));

  it('is the address once there is one, and until then a name of its own', () => {
    expect(pictureAddress(pictures, 'done')).toBe('https://files.example/a.jpg');
    expect(new Set(['running', 'failed', 'unknown'].map((id) => pictureAddress(pictures, id))).size).toBe(3);
  });
});
