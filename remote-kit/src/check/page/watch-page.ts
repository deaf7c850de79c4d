/** What a page of the check is watched for, read back by `watchedIn`. */
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
// oxlint-disable unicorn/consistent-function-scoping, unicorn/no-this-assignment -- it runs in the page, where nothing outside of it exists
export function watchPage({ remoteOrigin, loadingPage, native }: WatchOptions): void {
  if (window.top !== window) return;
  /** Timers that follow a screen's end at once (a queued task of its clean-up) count for nothing. */
  const GRACE_MS = 300;
  const { now } = performance;
  const time = () => now.call(performance);
  const realSetTimeout = window.setTimeout.bind(window);
  let leftAt: number | null = null;
  const isLeft = () => leftAt !== null && time() > leftAt + GRACE_MS;

  /** The caller's place, if the remote's code called; the first frame with an address decides. */
  const callerInRemote = (): string | null => {
    const frames = (new Error().stack ?? '').match(/[^\n]*https?:\/\/[^\s()]+/g) ?? [];
    const [first = ''] = frames;
    const address = /https?:\/\/[^\s()]+/.exec(first)?.[0] ?? '';
    if (!address.startsWith(`${remoteOrigin}/`)) return null;
    const name = /at (?:async )?([\w$.<>]+) \(/.exec(first)?.[1];
    return `${address.slice(remoteOrigin.length + 1)}${name ? ` (${name})` : ''}`;
  };

  const isWaiting = (): boolean => {
    const main = document.querySelector('#main');
    if (!main || (main.textContent === '' && main.querySelectorAll('*').length <= 1)) return true;
    return main.querySelector(loadingPage) !== null;
  };

  // --- the app ---
  const appCalls: string[] = [];
  if (native !== null) {
    const answer = (json: string) => {
      const { id, method }: { id: string; method: string } = JSON.parse(json);
      appCalls.push(method);
      realSetTimeout(() => {
        window.companion?.receive({ id, ok: true, data: native[method] ?? {} });
        // Nobody is there to log in.
        if (method === 'login') window.companion?.receive({ event: 'loginResult', data: { success: false } });
      }, 5);
    };
    Object.defineProperty(window, 'companionNative', { value: { postMessage: answer }, configurable: true });
  }

  // --- listeners ---
  type Listener = {
    target: EventTarget;
    type: string;
    listener: unknown;
    capture: boolean;
    at: string;
  };
  const listeners = new Set<Listener>();
  const captureOf = (options: unknown) =>
    typeof options === 'boolean' ? options : Boolean((options as AddEventListenerOptions | undefined)?.capture);
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const forget = (target: EventTarget, type: string, listener: unknown, capture: boolean) => {
    for (const known of listeners)
      if (known.target === target && known.type === type && known.listener === listener && known.capture === capture)
        listeners.delete(known);
  };
  EventTarget.prototype.addEventListener = function add(
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) {
    const target = this ?? window;
    const at = listener === null ? null : callerInRemote();
    if (at !== null) {
      const capture = captureOf(options);
      const { once, signal } = typeof options === 'object' && options !== null ? options : {};
      if (signal?.aborted !== true) {
        forget(target, type, listener, capture);
        listeners.add({ target, type, listener, capture, at });
      }
      if (signal) addEventListener.call(signal, 'abort', () => forget(target, type, listener, capture));
      if (once) addEventListener.call(target, type, () => forget(target, type, listener, capture), { once, capture });
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ) {
    const target = this ?? window;
    forget(target, type, listener, captureOf(options));
    return removeEventListener.call(target, type, listener, options);
  };
  /** `null`: gone with its screen. */
  const nameOfLasting = (target: EventTarget): string | null => {
    if (target === window) return 'window';
    if (target === document) return 'document';
    if (target instanceof Element) return target.isConnected ? target.tagName.toLowerCase() : null;
    const { name } = target.constructor;
    return /^(MediaQueryList|VisualViewport|Screen|ScreenOrientation|NetworkInformation|BroadcastChannel|FontFaceSet)$/.test(
      name,
    )
      ? name
      : null;
  };

  // --- timers ---
  const timers = new Map<string, Leftover & { since: number }>();
  const keep = (key: string, kind: Leftover['kind'], what: string, at: string) =>
    void timers.set(key, { kind, what, at, since: time() });
  const wrapTimer = (name: 'setTimeout' | 'setInterval', kind: 'timeout' | 'interval') => {
    const real = window[name] as (handler: unknown, delay?: number, ...rest: unknown[]) => number;
    const set = function set(handler: unknown, delay?: number, ...rest: unknown[]): number {
      const at = callerInRemote();
      if (at === null || typeof handler !== 'function') return real.call(window, handler, delay, ...rest);
      const run = (...values: unknown[]) => {
        if (kind === 'timeout') timers.delete(`timer ${id}`);
        return handler(...values);
      };
      const id: number = real.call(window, run, delay, ...rest);
      keep(`timer ${id}`, kind, `${name} of ${delay ?? 0} ms`, at);
      return id;
    };
    Object.defineProperty(window, name, { value: set, writable: true, configurable: true, enumerable: true });
  };
  wrapTimer('setTimeout', 'timeout');
  wrapTimer('setInterval', 'interval');
  for (const name of ['clearTimeout', 'clearInterval'] as const) {
    const real = window[name].bind(window);
    const clear = (id?: number) => {
      timers.delete(`timer ${id}`);
      real(id);
    };
    Object.defineProperty(window, name, { value: clear, writable: true, configurable: true, enumerable: true });
  }
  const realFrame = window.requestAnimationFrame.bind(window);
  const frames = new Map<string, Leftover>();
  const requestFrame = (callback: FrameRequestCallback): number => {
    const at = callerInRemote();
    if (at !== null && isLeft()) frames.set(at, { kind: 'frame', what: 'requestAnimationFrame', at });
    return realFrame(callback);
  };
  Object.defineProperty(window, 'requestAnimationFrame', {
    value: requestFrame,
    writable: true,
    configurable: true,
    enumerable: true,
  });

  // --- observers ---
  type Watching = { observer: object; target: Node | null; what: string; at: string };
  const watching = new Set<Watching>();
  for (const name of ['IntersectionObserver', 'MutationObserver', 'ResizeObserver', 'PerformanceObserver'] as const) {
    const prototype = window[name].prototype as unknown as Record<string, (...values: unknown[]) => unknown>;
    const { observe, disconnect, unobserve } = prototype;
    if (!observe || !disconnect) continue;
    prototype['observe'] = function observing(this: object, ...values: unknown[]) {
      const at = callerInRemote();
      const [target] = values;
      if (at !== null) watching.add({ observer: this, target: target instanceof Node ? target : null, what: name, at });
      return observe.apply(this, values);
    };
    prototype['disconnect'] = function disconnecting(this: object, ...values: unknown[]) {
      for (const each of watching) if (each.observer === this) watching.delete(each);
      return disconnect.apply(this, values);
    };
    if (!unobserve) continue;
    prototype['unobserve'] = function unobserving(this: object, ...values: unknown[]) {
      for (const each of watching) if (each.observer === this && each.target === values[0]) watching.delete(each);
      return unobserve.apply(this, values);
    };
  }

  // --- layout shifts ---
  let score = 0;
  const moved = new Set<string>();
  const nameOf = (node: Node | null | undefined): string =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()}${[...node.classList].map((each) => `.${each}`).join('')}`
      : (node?.parentElement?.tagName.toLowerCase() ?? '');
  try {
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
  } catch {
    // The engine doesn't measure it.
  }

  // --- the page's policy ---
  const refused: Refused[] = [];
  addEventListener.call(document, 'securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile } = event as SecurityPolicyViolationEvent;
    refused.push({ directive: effectiveDirective, blocked: blockedURI, source: sourceFile ?? '' });
  });

  // --- globals ---
  const prototypes = [
    'Object Array Function String Number Boolean Symbol Promise Map Set WeakMap Date RegExp Error',
    'EventTarget Node Element HTMLElement Document History Location Navigator Storage XMLHttpRequest Response Request',
    'CSSStyleSheet CSSStyleDeclaration HTMLDocument Window',
  ]
    .join(' ')
    .split(' ');
  const globals = window as unknown as Record<string, { prototype?: object } | undefined>;
  const watched: [name: string, object: object][] = [
    ['window', window],
    ['document', document],
    ['history', history],
    ['navigator', navigator],
    ...['JSON', 'Math', 'Reflect', 'console', 'crypto', 'performance', 'localStorage'].flatMap(
      (name): [string, object][] => (globals[name] && name !== 'localStorage' ? [[name, globals[name] as object]] : []),
    ),
    ...prototypes.flatMap((name): [string, object][] => {
      const made = globals[name];
      return made?.prototype
        ? [
            [name, made as object],
            [`${name}.prototype`, made.prototype],
          ]
        : [];
    }),
  ];
  type Kept = ReadonlyMap<PropertyKey, PropertyDescriptor>;
  const describe = (object: object): Kept =>
    new Map(
      Reflect.ownKeys(object)
        .filter((key) => (typeof key === 'symbol' ? key !== Symbol.for('remote-kit check') : !/^\d+$/.test(key)))
        .flatMap((key): [PropertyKey, PropertyDescriptor][] => {
          const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
          return descriptor ? [[key, descriptor]] : [];
        }),
    );
  const isSame = (one: PropertyDescriptor, other: PropertyDescriptor) =>
    one.get === other.get &&
    one.set === other.set &&
    (typeof one.value !== 'function' && typeof other.value !== 'function' ? true : one.value === other.value);
  const before = watched.map(([name, object]) => [name, object, describe(object)] as const);
  const handlersOf = (object: object, names: object) =>
    Object.getOwnPropertyNames(names).filter(
      (name) => /^on[a-z]+$/.test(name) && typeof Reflect.get(object, name) === 'function',
    );
  const patched = (): string[] => {
    const found: string[] = [];
    for (const [where, object, kept] of before) {
      const current = describe(object);
      for (const [key, descriptor] of current) {
        const known = kept.get(key);
        if (!known) found.push(`added ${where}.${String(key)}`);
        else if (!isSame(known, descriptor)) found.push(`changed ${where}.${String(key)}`);
      }
      for (const key of kept.keys()) if (!current.has(key)) found.push(`removed ${where}.${String(key)}`);
    }
    for (const name of handlersOf(window, window)) found.push(`set window.${name}`);
    for (const name of handlersOf(document, Document.prototype)) found.push(`set document.${name}`);
    return found;
  };

  const watch: PageWatch = {
    patched,
    leave: () => void (leftAt = time()),
    leftovers() {
      const alive: Leftover[] = [];
      for (const { target, type, at } of listeners) {
        const where = nameOfLasting(target);
        if (where !== null) alive.push({ kind: 'listener', what: `"${type}" on ${where}`, at });
      }
      for (const { kind, what, at, since } of timers.values()) {
        const isRearmed = leftAt !== null && since > leftAt + GRACE_MS;
        if (kind === 'interval' || isRearmed) alive.push({ kind, what, at });
      }
      alive.push(...frames.values());
      for (const { target, what, at } of watching)
        if (target === null || target.isConnected) alive.push({ kind: 'observer', what, at });
      leftAt = null;
      frames.clear();
      return alive;
    },
    shift: () => ({ score, moved: [...moved].slice(0, 5) }),
    refused: () => refused,
    appCalls: () => appCalls,
    isWaiting,
  };
  Object.defineProperty(window, Symbol.for('remote-kit check'), { value: watch });
}

declare global {
  interface Window {
    companion?: { receive(answer: unknown): void };
  }
}
