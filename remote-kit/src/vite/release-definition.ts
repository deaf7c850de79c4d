import * as v from 'valibot';
import type { BridgeMethod, HeaderTone } from '@fridge/shared-contracts';
import { redirectProblems, releaseSchema } from '@fridge/shared-contracts/team';

/** Declared in `release.config.ts`; the build adds the files. */
export type ReleaseDefinition = {
  /** Up to 32 small letters, digits and hyphens. */
  name: string;
  version: string;
  contract: string;
  /** Texts for the hall. */
  title: string;
  description: string;
  /**
   * Picture for the hall, from the remote's folder: 320 by 200, cropped to the middle. The skin is its fragment
   * (`#skin-1`), which an SVG may style by `:target`.
   */
  picture: string | null;
  routes: readonly {
    path: string;
    title: string;
    /**
     * Module of the screen, from the remote's folder. `file.ts#name`: it is exported there by `export * as name`;
     * routes that name one file are built as one.
     */
    screen: string;
    /** Window in the settings; `null`: always open. */
    window: string | null;
    /** Header and status bar colours, also before the screen's code arrives. */
    tone?: HeaderTone | null;
    /** Stays open while the remote is switched off: it shows what users have won or handed in, or rules. */
    keeps?: boolean;
  }[];
  /** Paths of earlier releases, each with the route that it leads to now. */
  redirects?: readonly { from: string; to: string }[];
  /** Name of the window whose period its shells show. */
  period?: string;
  /** The host refuses any other. */
  bridge: readonly BridgeMethod[];
  /** Methods without which the activity can't work. */
  requires: readonly BridgeMethod[];
  /** `callIds(...)`; the host refuses any other. */
  calls: readonly string[];
  /** Allowed in share links; personal ones can't be declared. */
  publicParameters: readonly string[];
};

/** @returns `name`: the export of the file that is the screen's module, if the file itself isn't */
export function screenModule(screen: string): { file: string; name: string | undefined } {
  const [file = '', name] = screen.split('#');
  return { file, name };
}

const declaredSchema = v.pipe(
  v.omit(releaseSchema, ['entry', 'scripts', 'styles', 'picture']),
  v.forward(
    v.check(
      ({ bridge, requires }) => requires.every((method) => bridge.includes(method)),
      'methods that `bridge` lists',
    ),
    ['requires'],
  ),
);

/** Applies publishing's checks. @throws with what publishing would refuse */
export function checkDefinition(definition: ReleaseDefinition): void {
  const { issues = [], success, output } = v.safeParse(declaredSchema, definition);
  const problems = [
    ...issues.map(
      (issue) => `${v.getDotPath(issue) ?? 'the release'}: ${issue.message} (${JSON.stringify(issue.input)})`,
    ),
    ...(success ? redirectProblems(output) : []),
  ];
  if (problems.length === 0) return;
  throw new Error(
    `release.config.ts of ${definition.name} declares what publishing would refuse:\n  ${problems.join('\n  ')}`,
  );
}
