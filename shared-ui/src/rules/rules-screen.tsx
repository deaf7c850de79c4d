import type {
  ActivityWindow,
  HeaderTone,
  HostServices,
  ProseElement,
  Screen,
  Shell,
  ShellProps,
} from '@fridge/shared-contracts';
import type { CSSProperties } from 'react';
import { DoorLight } from '../door-light/door-light.tsx';
import { joinClasses } from '../join-classes.ts';
import { Phrases } from '../phrases/phrases.tsx';
import { Prose } from '../prose/prose.tsx';
import { screenOf, useScreenHost } from '../screen-of.tsx';
import styles from './rules-screen.module.css';

export interface Rules {
  heading: string;
  /** The route's, of the release. */
  tone: HeaderTone;
  /** Class of the activity's world, which draws over the tone. */
  theme?: string | undefined;
  /** Name of the activity's window. */
  window: string;
  /** Words that don't break. */
  phrases?: readonly string[];
  /** @param host `null` in a shell, which leaves out what not every visitor may read */
  write: (period: ActivityWindow, host: HostServices | null) => readonly ProseElement[];
}

/** A remote's rules (spec section 2, "Rules page"), in its world and the colours of their header. */
export function rulesScreen({ heading, tone, theme, window, phrases, write }: Rules): { Shell: Shell; Screen: Screen } {
  const colours: CSSProperties & Record<`--${string}`, string> = {
    '--rules-background': tone.background,
    color: tone.ink,
  };
  function RulesShell({ period }: ShellProps) {
    const rules = write(period, useScreenHost());
    return (
      <div className={joinClasses(theme, styles.rules)} style={colours}>
        <DoorLight className={styles.light} />
        <h1 className={styles.heading}>
          <Phrases text={heading} />
        </h1>
        <div data-live="">
          <Prose elements={rules} phrases={phrases} />
        </div>
      </div>
    );
  }
  return { Shell: RulesShell, Screen: screenOf(RulesShell, window) };
}
