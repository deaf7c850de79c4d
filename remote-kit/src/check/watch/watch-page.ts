/** What a page of the check is watched for, read back by `readWatch`. */
export interface PageWatch {
  /** Globals that aren't as at the page's start: `added Array.prototype.last`. */
  patched(): string[];
  /** Begins to count what is left of the screen that is being left. */
  leave(): void;
  /** What the remote's code has left alive. */
  leftovers(): Leftover[];
  /** Sum of the layout shifts so far, and what moved. */
  shift(): { score: number; moved: string[] };
  /** What the page's policy refused. */
  refused(): Refused[];
  /** Messages that the page sent to the app, by method. */
  appCalls(): string[];
  /** Whether the host shows its loading page in place of the screen, or the screen has drawn nothing. */
  isWaiting(): boolean;
}

export type Leftover = { kind: 'listener' | 'interval' | 'timeout' | 'frame' | 'observer'; what: string; at: string };
export type Refused = { directive: string; blocked: string; source: string };

export type WatchOptions = {
  /** Of the remote's files: by it a stack tells whose code runs. */
  remoteOrigin: string;
  /** Selector. */
  loadingPage: string;
  /** Of the app around the page; `null`: a plain browser. */
  native: Readonly<Record<string, unknown>> | null;
};

/** Runs in the page before anything else. */
// oxlint-disable unicorn/consistent-function-scoping, unicorn/no-this-assignment -- it runs in the page, where nothing
// outside of it exists
export function watchPage({ remoteOrigin, loadingPage, native }: WatchOptions): void {
  if (window.top !== window) return;
  /** Timers that follow a screen's end at once (a queued task of its clean-up) count for nothing. */
  const GRACE_MS = 300;
  let leftAt = Infinity;

  /** The caller's place, if the remote's code called; the first frame with an address decides. */
  const callerInRemote = (): string | null => {
    const frame = /(?:at (?:async )?([\w$.<>]+) \()?(https?:\/\/[^\s()]+)/.exec(new Error().stack ?? '');
    const [, name, address = ''] = frame ?? [];
    if (!address.startsWith(`${remoteOrigin}/`)) return null;
    return `${address.slice(remoteOrigin.length + 1)}${name ? ` (${name})` : ''}`;
  };

  type Method = (this: unknown, ...values: unknown[]) => unknown;
  /** Runs something before a function of the platform; what this returns runs after it, with its result. */
  const before = (
    object: object,
    name: string,
    run: (self: unknown, values: unknown[]) => ((result: unknown) => void) | void,
  ) => {
    const real = Reflect.get(object, name) as Method | undefined; // the platform's own
    if (real === undefined) return;
    const value: Method = function watched(...values) {
      const after = run(this, values);
      const result = Reflect.apply(real, this, values);
      after?.(result);
      return result;
    };
    Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: true });
  };

  // --- what the remote's code begins ---
  type Begun = {
    kind: Leftover['kind'];
    at: string;
    /** By what it is ended, from the most general. */
    key: readonly unknown[];
    /** `null`: it doesn't count, or is gone with its screen. */
    what: () => string | null;
  };
  const begun = new Set<Begun>();
  const end = (...key: readonly unknown[]) => {
    for (const each of begun) if (key.every((part, index) => each.key[index] === part)) begun.delete(each);
  };
  const begin = (each: Begun) => {
    end(...each.key);
    begun.add(each);
  };

  // --- the app ---
  const appCalls: string[] = [];
  if (native !== null) {
    const answer = (json: string) => {
      const { id, method }: { id: string; method: string } = JSON.parse(json);
      appCalls.push(method);
      setTimeout(() => {
        window.companion?.receive({ id, ok: true, data: native[method] ?? {} });
        // Nobody is there to log in.
        if (method === 'login') window.companion?.receive({ event: 'loginResult', data: { success: false } });
      }, 5);
    };
    Object.defineProperty(window, 'companionNative', { value: { postMessage: answer }, configurable: true });
  }

  // --- listeners ---
  const { addEventListener } = EventTarget.prototype;
  const optionsOf = (options: unknown): AddEventListenerOptions =>
    typeof options === 'object' && options !== null ? options : { capture: options === true };
  /** `null`: gone with its screen. */
  const nameOfLasting = (target: EventTarget): string | null => {
    if (target === window) return 'window';
    if (target === document) return 'document';
    if (target instanceof Element) return target.isConnected ? target.tagName.toLowerCase() : null;
    const { name } = target.constructor;
    const isLasting =
      /^(MediaQueryList|VisualViewport|Screen|ScreenOrientation|NetworkInformation|BroadcastChannel|FontFaceSet)$/;
    return isLasting.test(name) ? name : null;
  };
  before(EventTarget.prototype, 'addEventListener', (self, [type, listener, options]) => {
    const at = listener ? callerInRemote() : null;
    const { capture = false, once = false, signal } = optionsOf(options);
    if (at === null || signal?.aborted === true) return;
    const target = self instanceof EventTarget ? self : window;
    const key = [target, type, listener, capture];
    const what = () => {
      const where = nameOfLasting(target);
      return where === null ? null : `"${type}" on ${where}`;
    };
    begin({ kind: 'listener', at, key, what });
    if (signal) addEventListener.call(signal, 'abort', () => end(...key));
    if (once) addEventListener.call(target, String(type), () => end(...key), { once, capture });
  });
  before(EventTarget.prototype, 'removeEventListener', (self, [type, listener, options]) =>
    end(self ?? window, type, listener, optionsOf(options).capture ?? false),
  );

  // --- timers ---
  for (const [name, kind] of [
    ['setTimeout', 'timeout'],
    ['setInterval', 'interval'],
  ] as const)
    before(window, name, (_, values) => {
      const [handler, delay = 0] = values;
      const at = callerInRemote();
      if (at === null || typeof handler !== 'function') return undefined;
      const since = performance.now();
      let id: unknown;
      if (kind === 'timeout')
        values[0] = (...given: unknown[]) => {
          end('timer', id);
          return handler(...given);
        };
      const what = () => (kind === 'interval' || since > leftAt + GRACE_MS ? `${name} of ${Number(delay)} ms` : null);
      return (result) => {
        id = result;
        begin({ kind, at, key: ['timer', id], what });
      };
    });
  for (const name of ['clearTimeout', 'clearInterval']) before(window, name, (_, [id]) => end('timer', id));
  before(window, 'requestAnimationFrame', () => {
    const at = callerInRemote();
    if (at !== null && performance.now() > leftAt + GRACE_MS)
      begin({ kind: 'frame', at, key: ['frame', at], what: () => 'requestAnimationFrame' });
  });

  // --- observers ---
  for (const name of ['IntersectionObserver', 'MutationObserver', 'ResizeObserver', 'PerformanceObserver'] as const) {
    const { prototype } = window[name];
    before(prototype, 'observe', (self, [target]) => {
      const at = callerInRemote();
      const isGone = () => target instanceof Node && !target.isConnected;
      if (at !== null) begin({ kind: 'observer', at, key: [self, target], what: () => (isGone() ? null : name) });
    });
    for (const ending of ['disconnect', 'unobserve']) before(prototype, ending, (self, values) => end(self, ...values));
  }

  // --- layout shifts ---
  let score = 0;
  const moved = new Set<string>();
  const nameOf = (node: Node | null | undefined): string =>
    node instanceof Element
      ? [node.tagName.toLowerCase(), ...node.classList].join('.')
      : (node?.parentElement?.tagName.toLowerCase() ?? '');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node | null }[];
      };
      if (shift.hadRecentInput) continue;
      score += shift.value;
      for (const { node } of shift.sources ?? []) if (nameOf(node) !== '') moved.add(nameOf(node));
    }
  }).observe({ type: 'layout-shift', buffered: true });

  // --- the page's policy ---
  const refused: Refused[] = [];
  addEventListener.call(document, 'securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile } = event as SecurityPolicyViolationEvent;
    refused.push({ directive: effectiveDirective, blocked: blockedURI, source: sourceFile ?? '' });
  });

  // --- globals ---
  const names = [
    'window document history navigator JSON Math Reflect console crypto performance',
    'Object Array Function String Number Boolean Symbol Promise Map Set WeakMap Date RegExp Error',
    'EventTarget Node Element HTMLElement Document History Location Navigator Storage XMLHttpRequest Response Request',
    'CSSStyleSheet CSSStyleDeclaration HTMLDocument Window',
  ];
  const objects = names
    .flatMap((line) => line.split(' '))
    .flatMap((name): [name: string, object: object][] => {
      const object = Reflect.get(window, name) as { prototype?: object }; // the platform's own
      return [
        [name, object],
        [`${name}.prototype`, object.prototype ?? {}],
      ];
    });
  /** The accessors or the function of each property, by its name. */
  const readGlobals = () =>
    new Map(
      objects.flatMap(([name, object]) =>
        Reflect.ownKeys(object).map((key): [name: string, parts: unknown[]] => {
          const { get, set, value } = Reflect.getOwnPropertyDescriptor(object, key) ?? {};
          return [`${name}.${String(key)}`, [get, set, typeof value === 'function' ? value : null]];
        }),
      ),
    );
  const atStart = readGlobals();
  const handlersOf = (object: object, named: object) =>
    Object.getOwnPropertyNames(named).filter(
      (name) => /^on[a-z]+$/.test(name) && typeof Reflect.get(object, name) === 'function',
    );
  const patched = (): string[] => {
    const now = readGlobals();
    const changed = [...new Set([...atStart.keys(), ...now.keys()])].flatMap((name) => {
      const [old, present] = [atStart.get(name), now.get(name)];
      if (!old || !present) return `${old ? 'removed' : 'added'} ${name}`;
      return present.every((part, index) => part === old[index]) ? [] : `changed ${name}`;
    });
    return [
      ...changed.filter((each) => !/\.(?:\d+|Symbol\(remote-kit check\))$/.test(each)),
      ...handlersOf(window, window).map((name) => `set window.${name}`),
      ...handlersOf(document, Document.prototype).map((name) => `set document.${name}`),
    ];
  };

  const watch: PageWatch = {
    patched,
    leave: () => void (leftAt = performance.now()),
    leftovers() {
      const alive = [...begun].flatMap(({ kind, at, what }) => {
        const told = what();
        return told === null ? [] : [{ kind, what: told, at }];
      });
      leftAt = Infinity;
      end('frame');
      return alive;
    },
    shift: () => ({ score, moved: [...moved].slice(0, 5) }),
    refused: () => refused,
    appCalls: () => appCalls,
    isWaiting(): boolean {
      const main = document.querySelector('#main');
      if (!main || (main.textContent === '' && main.querySelectorAll('*').length <= 1)) return true;
      return main.querySelector(loadingPage) !== null;
    },
  };
  Object.defineProperty(window, Symbol.for('remote-kit check'), { value: watch });
}

declare global {
  interface Window {
    companion?: { receive(answer: unknown): void };
  }
}
