import { isActivityModule } from '@fridge/shared-contracts';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { release } from '../release.config.ts';
import activity from './activity.ts';

describe('the activity module', () => {
  it('has the shape the host asks for', () => expect(isActivityModule(activity)).toBe(true));

  it('has a screen for every route of the release and no other', () => {
    expect(Object.keys(activity.screens)).toEqual(release.routes.map((route) => route.path));
  });

  it.each(release.routes)('$path names a module that is there', ({ screen }) => {
    expect(existsSync(new URL(`../${screen}`, import.meta.url))).toBe(true);
  });

  it('leaves steps and rules open when the campaign is not', () => {
    expect(release.routes.filter((route) => route.window === null).map((route) => route.path)).toEqual(['/step', '/rule']);
  });
});
