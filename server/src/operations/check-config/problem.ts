/** What would keep the program from serving well. Neither part holds the value of a variable with a secret. */
export interface Problem {
  /** A variable, or what it leads to. */
  readonly about: string;
  readonly problem: string;
}
