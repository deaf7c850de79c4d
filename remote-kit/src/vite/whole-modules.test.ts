import { describe, expect, it } from 'vitest';
import { shareWholeModules } from './define-remote.ts';

const transform = (id: string): unknown => {
  const { transform: handler } = shareWholeModules(['react', 'react/jsx-runtime'], '/remote/./src/activity.ts');
  if (typeof handler !== 'function') throw new Error('The plugin transforms by a plain function.');
  return Reflect.apply(handler, {}, ['export default {};', id]);
};

describe('shareWholeModules', () => {
  it('names every shared module as a namespace in the entry', () => {
    expect(transform('/remote/src/activity.ts')).toMatchObject({
      code: "import * as shared0 from 'react';import * as shared1 from 'react/jsx-runtime';export default {};\nvoid [shared0, shared1];",
    });
  });

  it('leaves every other module alone', () => expect(transform('/remote/src/other.ts')).toBeNull());
});
