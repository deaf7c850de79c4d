import { NONCE } from '@fridge/shared-contracts/host';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRequestId, newRequestId } from './request-id.ts';

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
  ])('makes a different id each time by %s, which the server accepts as request id and as nonce', (_, random) => {
    const many = Array.from({ length: 100 }, () => newRequestId(random));
    expect(many.every((id) => isRequestId(id) && NONCE.test(id))).toBe(true);
    expect(new Set(many).size).toBe(many.length);
  });
});
