/** `feed`: another system, by the bearer token of operations. */
export const ways = ['console', 'command', 'file', 'start', 'team', 'program', 'feed'] as const;
export type Way = (typeof ways)[number];

/** Who acts, and of whom each role has the rights. */
const rightsOf = {
  viewer: ['viewer'],
  reviewer: ['viewer', 'reviewer'],
  shipper: ['viewer', 'shipper'],
  operator: ['viewer', 'reviewer', 'shipper', 'operator'],
  admin: ['viewer', 'reviewer', 'shipper', 'operator', 'admin'],
  team: ['team'],
  program: ['viewer', 'reviewer', 'shipper', 'operator', 'admin'],
} as const;

export type Role = keyof typeof rightsOf;

/** A team's key, which signed a request. */
export type TeamKey = { team: string; keyId: string };

/** Path in a release, and content; in the order in which they came, also one that came twice. */
export type SentFile = readonly [file: string, content: Buffer];

/** Who does something, by what way and why. */
export type Actor = {
  /** An operator, `<team>/<key id>`, `file`, or what of the program does it. */
  by: string;
  why: string;
  way: Way;
  role: Role;
  /** Of the role `team`. */
  team?: TeamKey;
  /** The command for later that is carried out. */
  later?: number;
};

export const hasRole = (actor: Actor, may: readonly Role[]): boolean =>
  rightsOf[actor.role].some((role) => may.includes(role));

/** How a change is made. */
export type ChangeOptions = {
  /** What it was made against: a document's serial, or the last event about anything else. Without it, any. */
  expected?: number | undefined;
  /** Refuses what would be refused, tells what would change, and changes nothing. */
  dryRun?: boolean | undefined;
  /** Also makes a change that looks like a slip. */
  confirmed?: boolean | undefined;
  /** Files that came with it. */
  sent?: readonly SentFile[] | undefined;
  /** Names a request that may be sent again, which then does it once. */
  once?: string | undefined;
};

/** In whose name something is changed, and how. */
export type Scope = Omit<Actor, 'role'> &
  ChangeOptions & {
    /** The command that does it. */
    command?: string;
    /** The event that this change undoes. */
    undoes?: number;
    /** Is called with each event that is written. */
    tell?(event: ToldEvent): void;
  };

/** `before`, `after`: absent where the field isn't there. */
export type FieldChange = { path: string; before?: unknown; after?: unknown };
export type ToldEvent = { id: number; about: string[]; changes: FieldChange[] };
