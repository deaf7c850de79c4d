/**
 * What keeps a browser from taking a module of a release, with the right hash or not: pages would tell their users of a
 * network that fails.
 * @returns the first fault with its line, `null` where there is none
 */
export async function syntaxProblem(file: string, source: string): Promise<string | null> {
  // Loaded when something is published: it takes longer than every other command of the tool.
  const { parseSync } = await import('vite');
  const [error] = parseSync(file, source, { lang: 'js', sourceType: 'module', showSemanticErrors: true }).errors;
  if (error === undefined) return null;
  const before = source.slice(0, error.labels.at(-1)?.start ?? 0).split(/\r\n|[\n\r\u2028\u2029]/);
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} is no JavaScript module that a browser takes: ${error.message}. Build the release again.`;
}
