/** What would keep the program from serving well. Neither part holds the value of a variable with a secret. */
export interface Problem {
  /** A variable, or what it leads to. */
  readonly about: string;
  readonly problem: string;
}

/** What a problem is about, whether it is there, and how it reads. */
export type Rule = readonly [about: string, isBroken: boolean, problem: string];

export const problemsOf = (rules: readonly Rule[]): Problem[] =>
  rules.flatMap(([about, isBroken, problem]) => (isBroken ? [{ about, problem }] : []));
