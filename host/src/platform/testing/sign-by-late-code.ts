import { vi } from 'vitest';

/** As on plain http. The engine's own HMAC, used elsewhere, takes real time, which fake timers don't wait for. */
export const signByLateCode = () => vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
