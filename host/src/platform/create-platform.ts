import type { Platform, PlatformPorts } from './platform.ts';

/** Puts the platform's services together; each gets exactly what it uses. */
export function createPlatform(ports: PlatformPorts): Platform {
  throw new Error(`The platform for ${ports.address.path} is being put together.`);
}
