/**
 * Whether the kit runs on this Node, as Vite does. It imports nothing: an older one couldn't read what commands import.
 * @param version such as `20.19.0`
 * @returns what to do, or `null`
 */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return null;
  return `remote-kit needs Node 20.19, 22.12 or later, and this is ${version}. In CI: actions/setup-node with node-version 24.`;
}
