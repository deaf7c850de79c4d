/**
 * A function as code for the page. It may use nothing but its argument and the page. Tools that keep functions' names
 * (esbuild) call `__name` in it.
 */
export function inPage<Argument, Result>(run: (argument: Argument) => Result, argument: Argument): string {
  return `(() => { const __name = (value) => value; return (${run.toString()})(${JSON.stringify(argument)}); })()`;
}
