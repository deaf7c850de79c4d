import type { Screen, ScreenProps, Shell, ShellProps } from '@fridge/shared-contracts';
import { joinClasses, type LoadFailureLook, Phrases } from '@fridge/shared-ui';
import { screenOf, useScreenHost } from '@fridge/shared-ui/internal';
import type { ComponentType, ReactNode } from 'react';
import { DRAW_WINDOW } from '../window.ts';
import styles from './paper-screen.module.css';
import theme from './theme.module.css';

interface PaperScreen {
  heading: string;
  /** In the shell: the content's skeleton. */
  Shape: ComponentType;
  /** In the shell, where browsers get something else. */
  outside?: ReactNode;
  Content: ComponentType<ScreenProps>;
}

/** A screen of paper sheets on the wall, whose content depends on the user. */
export function paperScreen({ heading, Shape, outside = <Shape />, Content }: PaperScreen): {
  Shell: Shell;
  Screen: Screen;
} {
  function PaperShell({ inApp }: ShellProps) {
    const host = useScreenHost();
    return (
      <div className={joinClasses(theme.theme, styles.page)}>
        <h1 className={joinClasses(theme.display, styles.heading)}>
          <Phrases text={heading} />
        </h1>
        <div data-live="">{host !== null ? <Content host={host} /> : inApp ? <Shape /> : outside}</div>
      </div>
    );
  }
  return { Shell: PaperShell, Screen: screenOf(PaperShell, DRAW_WINDOW) };
}

export const paperFailure: LoadFailureLook = { className: joinClasses(theme.paper, styles.failed) };
