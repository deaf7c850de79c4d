import { expect, it, vi } from 'vitest';
import { lookUpBrand } from './brand-lookup.ts';

it.each(['', '0000A00', '0000A0012'])('asks nothing for the model %j', async (sn8) => {
  const get = vi.fn();
  expect(await lookUpBrand(sn8, { get })).toBeNull();
  expect(get).not.toHaveBeenCalled();
});

it('asks for the model from its 4th character on, and names the skin', async () => {
  const get = vi.fn().mockResolvedValue({ ok: true, data: { highBrand: 0, devType: 'sub' } });
  expect(await lookUpBrand('0000C001', { get })).toBe(2);
  expect(get).toHaveBeenCalledWith('/getInfo', { sn: '0C001' }, expect.anything());
});

it('keeps the skin when nobody answers', async () => {
  const get = vi.fn().mockResolvedValue({ ok: false, because: 'timeout', code: -1, message: '' });
  expect(await lookUpBrand('0000C001', { get })).toBeNull();
});
