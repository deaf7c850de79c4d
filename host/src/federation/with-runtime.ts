import { createLateCode } from '@fridge/shared-ui';
import type { createRuntime } from './federation-runtime.ts';
import type { FederationPort, RemoteEntry } from './federation.ts';

/** Opens remotes of any build: the federation runtime is loaded for the first that needs it. */
export function withRuntime(
  { importActivity }: FederationPort,
  runtime = createLateCode(() => import('./federation-runtime.ts')),
): FederationPort {
  let host: ReturnType<typeof createRuntime> | undefined;
  const loadByRuntime = async (remote: RemoteEntry) => {
    const loaded = await runtime.load();
    if (!loaded.ok) throw new Error("The federation runtime's code could not be loaded.");
    host ??= loaded.code.createRuntime();
    return host.importActivity(remote);
  };
  return { importActivity: (remote) => importActivity(remote, remote.runtimeFree ? undefined : loadByRuntime) };
}
