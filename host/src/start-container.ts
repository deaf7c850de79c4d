import { createFederation } from './federation/federation.ts';

/**
 * A script of its own beside `main.tsx`: it is small, arrives long before the rest of the host and uses the wait.
 * The entry that the early start has asked for is started here, container and activity module; the host finds it
 * ready, and checks it before it mounts anything. What fails here fails there too, and is told there.
 */
export const federation = createFederation();

const ahead = document.querySelector<HTMLLinkElement>('link[data-entry]');
if (ahead) void federation.loadActivity(ahead.href).catch(() => undefined);
