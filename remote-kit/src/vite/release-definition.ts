import * as v from 'valibot';
import type { BridgeMethod, HeaderTone } from '@fridge/shared-contracts';
import { releaseSchema, type RemoteName } from '@fridge/shared-contracts/host';

/** What a team declares of its remote in `release.config.ts`; the build adds the files. */
export type ReleaseDefinition = {
  name: RemoteName;
  version: string;
  contract: string;
  /** Words of the activity in the hall. */
  title: string;
  description: string;
  /**
   * Picture of the activity in the hall, from the remote's folder: 320 by 200, cut to the middle where the room has
   * another shape. The host asks for it with the skin as fragment (`#skin-1`), which an SVG may style by `:target`.
   */
  picture: string | null;
  routes: readonly {
    path: string;
    title: string;
    /** The module of the screen, from the remote's folder: its code is preloaded for this route. */
    screen: string;
    /** Name of the window in the settings that the route hangs on; `null`: always open. */
    window: string | null;
    /** Colours of header and status bar over this screen, in force before its code has arrived. */
    tone?: HeaderTone | null;
  }[];
  /** Bridge methods that it may use; the host refuses any other. */
  bridge: readonly BridgeMethod[];
  /** Of those, the ones without which the activity can't do its work. */
  requires: readonly BridgeMethod[];
  /** Every call it makes, `callIds(...)` of their definitions; the host refuses any other. */
  calls: readonly string[];
  /** Its query parameters that may stand in a link for somebody else; personal ones can't be declared. */
  publicParameters: readonly string[];
};

export class ReleaseDefinitionError extends Error {
  constructor(name: string, problems: readonly string[]) {
    super(`release.config.ts of ${name} declares what publishing would refuse:\n  ${problems.join('\n  ')}`);
    this.name = 'ReleaseDefinitionError';
  }
}

/** What a release says before its files are known. */
const declaredSchema = v.pipe(
  v.omit(releaseSchema, ['entry', 'scripts', 'styles', 'picture']),
  v.forward(
    v.check(({ bridge, requires }) => requires.every((method) => bridge.includes(method)), 'methods that `bridge` lists'),
    ['requires'],
  ),
);

/** Tells a team at its first build what publishing would tell it later. @throws ReleaseDefinitionError */
export function checkDefinition(definition: ReleaseDefinition): void {
  const parsed = v.safeParse(declaredSchema, definition);
  if (parsed.success) return;
  throw new ReleaseDefinitionError(
    definition.name,
    parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the release'}: ${issue.message} (${JSON.stringify(issue.input)})`),
  );
}
