// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { unfinishedDraws as draws } from './unfinished-draw.ts';

afterEach(() => localStorage.clear());

describe('unfinished draws', () => {
  it('keep one id per user until it is finished', () => {
    expect(draws.find('u1')).toBeNull();
    const id = draws.begin('u1');
    expect(draws.begin('u1')).toBe(id);
    expect(draws.begin('u2')).not.toBe(id);
    draws.finish('u1', 'another');
    expect(draws.find('u1')).toBe(id);
    draws.finish('u1', id);
    expect(draws.find('u1')).toBeNull();
    expect(draws.begin('u1')).not.toBe(id);
  });

  it('outlive the page', () => {
    const id = draws.begin('u1');
    expect({ ...localStorage }).toEqual({ 'fridge.draw.unfinished.u1': id });
    expect(draws.find('u1')).toBe(id);
  });

  it.each(['', 'x', '../', '00000000-0000-0000-0000-00000000000G'])('ignore %j', (tampered) => {
    localStorage.setItem('fridge.draw.unfinished.u1', tampered);
    expect(draws.find('u1')).toBeNull();
  });
});
