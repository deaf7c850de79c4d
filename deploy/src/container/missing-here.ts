import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** By Debian's package. */
const TOOLS = {
  'docker.io': ['/usr/sbin/dockerd', '/usr/bin/docker'],
  'docker-compose': ['/usr/bin/docker-compose'],
  tini: ['/usr/bin/docker-init'],
  iptables: ['/usr/sbin/iptables'],
  mmdebstrap: ['/usr/bin/mmdebstrap'],
} as const;

/** @returns why no container can be built and run here; `null`: it can */
export function missingHere(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'containers need Linux, and root.';
  const lacking = Object.entries(TOOLS).filter(([, files]) => !files.every((file) => existsSync(file)));
  if (lacking.length > 0) return `install ${lacking.map(([name]) => name).join(' ')} (Debian).`;
  const { status } = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'true']);
  return status === 0 ? null : 'this machine gives root no namespaces (unshare).';
}
