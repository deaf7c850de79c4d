import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRequestId, newRequestId } from './request-id.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe('newRequestId', () => {
  it.each([
    [0x00, '00000000-0000-4000-8000-000000000000'],
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ])('makes a UUID of version 4 from bytes of %i where randomUUID is missing', (byte, uuid) => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) });
    expect(newRequestId()).toBe(uuid);
  });

  it.each([
    ['randomUUID', crypto],
    ['getRandomValues', { getRandomValues: crypto.getRandomValues.bind(crypto) }],
  ])('makes a different id each time by %s, a UUID of version 4', (_, random) => {
    const many = Array.from({ length: 100 }, () => newRequestId(random));
    expect(many.every((id) => isRequestId(id) && UUID_V4.test(id))).toBe(true);
    expect(new Set(many).size).toBe(many.length);
  });
});
