import { describe, expect, expectTypeOf, it } from 'vitest';
import { fill, type Placeholders } from './fill.ts';

describe('fill', () => {
  it('fills product names by itself', () => {
    expect(fill('在{appName}中添加')).toBe('在鲜居App中添加');
  });

  it('fills what the caller gives, every time it occurs', () => {
    expect(fill('{n}/{max}，{n}', { n: 3, max: 9 })).toBe('3/9，3');
  });

  it('does not expand placeholders that come in with a value', () => {
    expect(fill('{msg}', { msg: '{appName}' })).toBe('{appName}');
  });

  it('asks for exactly the names in the text', () => {
    expectTypeOf<Placeholders<'{a} in {appName} and {b}'>>().toEqualTypeOf<'a' | 'b'>();
    // @ts-expect-error -- n is missing
    fill('{n}次');
    // @ts-expect-error -- m is not in the text
    fill('{n}次', { n: 1, m: 2 });
  });
});
