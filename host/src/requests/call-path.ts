import { type CallName, calls, type RuntimeSettings } from '@fridge/shared-contracts';

/** Where a call goes: the three 2023 calls hide behind names in the settings (architecture, "The wire"). */
export function callPath(name: CallName, opaqueNames: RuntimeSettings['activity2023']): string {
  const { path } = calls[name];
  if (path !== 'opaque') return path;
  return `/activity2023/${opaqueNames[name as keyof typeof opaqueNames]}`; // opaque calls are exactly those with a name there
}
