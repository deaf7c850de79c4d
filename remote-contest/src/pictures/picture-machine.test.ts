import { describe, expect, it } from 'vitest';
import { nextPictures, type Picture, pictureAddress, type PictureEvent, pictureProgress, type Pictures, type PictureStage, uploadsToStart } from './picture-machine.ts';

const bytes = new Blob(['b']);
const picture = (id: string, stage: PictureStage, part: Partial<Picture> = {}): Picture => ({ id, bytes, preview: `blob:${id}`, stage, ...part });
const uploaded: PictureStage = { at: 'uploaded', address: 'https://files.example/a.jpg', uploadedAt: 5 };
const stages: PictureStage[] = [{ at: 'preparing' }, { at: 'waiting' }, { at: 'uploading', sent: 0.5 }, { at: 'failed' }, uploaded];

describe('one picture', () => {
  const table: [PictureEvent, PictureStage['at'], PictureStage][] = [
    [{ type: 'prepared', id: 'a', bytes, preview: 'blob:a' }, 'preparing', { at: 'waiting' }],
    [{ type: 'started', id: 'a' }, 'waiting', { at: 'uploading', sent: 0 }],
    [{ type: 'progressed', id: 'a', sent: 0.75 }, 'uploading', { at: 'uploading', sent: 0.75 }],
    [{ type: 'progressed', id: 'a', sent: 7 }, 'uploading', { at: 'uploading', sent: 1 }],
    [{ type: 'uploaded', id: 'a', address: 'https://files.example/a.jpg', at: 5 }, 'uploading', uploaded],
    [{ type: 'failed', id: 'a' }, 'uploading', { at: 'failed' }],
    [{ type: 'retried', id: 'a' }, 'failed', { at: 'waiting' }],
    [{ type: 'swept' }, 'uploaded', { at: 'waiting' }],
  ];

  it.each(table.map((row) => [row[0].type, ...row] as const))('%s changes only the stage that it belongs to', (_, event, from, to) => {
    for (const stage of stages) {
      const before: Pictures = [picture('z', { at: 'preparing' }), picture('a', stage)];
      const after = nextPictures(before, event);
      expect(after[1]?.stage, stage.at).toEqual(stage.at === from ? to : stage);
      expect(after[0]).toBe(before[0]);
      if (stage.at !== from && event.type !== 'swept') expect(after).toBe(before);
    }
  });

  it('is chosen once, put back once, and gone when it is removed', () => {
    const chosen = nextPictures([], { type: 'chosen', id: 'a' });
    expect(nextPictures(chosen, { type: 'chosen', id: 'a' })).toBe(chosen);
    expect(nextPictures(chosen, { type: 'restored', pictures: [picture('a', uploaded), picture('b', uploaded)] }).map(({ id, stage }) => [id, stage.at])).toEqual([['a', 'preparing'], ['b', 'uploaded']]);
    expect(nextPictures(chosen, { type: 'removed', id: 'a' })).toEqual([]);
  });

  it('of a stored work has no bytes to send again', () => {
    const stored = [picture('a', uploaded, { bytes: null })];
    expect(nextPictures(stored, { type: 'swept' })).toEqual(stored);
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
    const pictures = at.map((name, index) => picture(String(index), stages.find((stage) => stage.at === name) ?? { at: 'waiting' }));
    expect(uploadsToStart(pictures).map(({ id }) => id)).toEqual(started);
  });
});

describe('what a submission finds', () => {
  const pictures = [picture('done', uploaded), picture('running', { at: 'uploading', sent: 0 }), picture('failed', { at: 'failed' })];
  it.each([
    [[], { is: 'done' }],
    [['done'], { is: 'done' }],
    [['done', 'running'], { is: 'running' }],
    [['running', 'failed'], { is: 'failed', id: 'failed' }],
  ])('%j: %j', (ids, progress) => expect(pictureProgress(pictures, ids)).toEqual(progress));

  it('is the address once there is one, and until then a name of its own', () => {
    expect(pictureAddress(pictures, 'done')).toBe('https://files.example/a.jpg');
    expect(new Set(['running', 'failed', 'unknown'].map((id) => pictureAddress(pictures, id))).size).toBe(3);
  });
});
