/** Keys that stories press. */
export type Key = 'Enter' | 'Tab' | 'Escape' | 'ArrowDown' | 'ArrowUp';

/** A page in one of the engines, as far as stories use it: what every engine can do alike. */
export interface EnginePage {
  /** Opens an address and waits until it has loaded. */
  goto(url: string): Promise<void>;
  /** Back in the history of the tab, also to another origin. */
  back(): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page; it sees its arguments alone, which pass as JSON, as does what it returns. @throws what
   * it throws
   */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Presses the pointer at a place of the viewport, CSS px. */
  pressAt(x: number, y: number): Promise<void>;
  pressKey(key: Key): Promise<void>;
  /** Gives the viewport this size, CSS px. */
  resize(width: number, height: number): Promise<void>;
  /** A picture of the viewport, PNG. */
  screenshot(): Promise<Buffer>;
  /** What the console took as an error or a warning so far. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** How a page is opened. */
export type PageOptions = {
  width: number;
  height: number;
  /** Address of a native app that answers the bridge; `null`: a plain browser. */
  native: string | null;
  /** The page may never be loaded: nothing waits for it. */
  unloaded?: boolean;
};

/** An engine that is installed on this machine. */
export interface Engine {
  open(options: PageOptions): Promise<EnginePage>;
  close(): Promise<void>;
}

/** Every key as WebDriver names it (W3C WebDriver, "Keyboard actions"). */
export const keyCodes: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};
