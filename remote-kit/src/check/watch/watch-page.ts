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
  const time = performance.now.bind(performance);
  const realSetTimeout = window.setTimeout.bind(window);
  let leftAt = Infinity;

  /** The caller's place, if the remote's code called; the first frame with an address decides. */
  const callerInRemote = (): string | null => {
    const [frame = ''] = /[^\n]*https?:\/\/[^\s()]+/.exec(new Error().stack ?? '') ?? [];
    const [address = ''] = /https?:\/\/[^\s()]+/.exec(frame) ?? [];
    if (!address.startsWith(`${remoteOrigin}/`)) return null;
    const name = /at (?:async )?([\w$.<>]+) \(/.exec(frame)?.[1];
    return `${address.slice(remoteOrigin.length + 1)}${name ? ` (${name})` : ''}`;
  };

  type Method = (this: unknown, ...values: never[]) => unknown;
  /** Puts a function in place of another one, which it gets. */
  const replace = (object: object, name: string, make: (real: Method) => Method) => {
    const value = make(Reflect.get(object, name) as Method); // the platform's own
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
      realSetTimeout(() => {
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
  replace(
    EventTarget.prototype,
    'addEventListener',
    () =>
      function add(this: unknown, type: string, listener: EventListener | null, options?: unknown) {
        const target = this instanceof EventTarget ? this : window;
        const at = listener === null ? null : callerInRemote();
        const { capture = false, once = false, signal } = optionsOf(options);
        if (at !== null && signal?.aborted !== true) {
          const key = [target, type, listener, capture];
          const what = () => {
            const where = nameOfLasting(target);
            return where === null ? null : `"${type}" on ${where}`;
          };
          begin({ kind: 'listener', at, key, what });
          if (signal) addEventListener.call(signal, 'abort', () => end(...key));
          if (once) addEventListener.call(target, type, () => end(...key), { once, capture });
        }
        return addEventListener.call(target, type, listener, options as AddEventListenerOptions); // as it was given
      },
  );
  replace(
    EventTarget.prototype,
    'removeEventListener',
    (real) =>
      function remove(this: unknown, ...values: [string, unknown, unknown?]) {
        const [type, listener, options] = values;
        const target = this instanceof EventTarget ? this : window;
        end(target, type, listener, optionsOf(options).capture ?? false);
        return Reflect.apply(real, target, values);
      },
  );

  // --- timers ---
  for (const [name, kind] of [
    ['setTimeout', 'timeout'],
    ['setInterval', 'interval'],
  ] as const)
    replace(window, name, (real) => (handler: unknown, ...rest: unknown[]) => {
      const at = callerInRemote();
      if (at === null || typeof handler !== 'function') return Reflect.apply(real, window, [handler, ...rest]);
      const since = time();
      const run = (...values: unknown[]) => {
        if (kind === 'timeout') end('timer', id);
        return handler(...values);
      };
      const id: unknown = Reflect.apply(real, window, [run, ...rest]);
      const what = () =>
        kind === 'interval' || since > leftAt + GRACE_MS ? `${name} of ${Number(rest[0] ?? 0)} ms` : null;
      begin({ kind, at, key: ['timer', id], what });
      return id;
    });
  for (const name of ['clearTimeout', 'clearInterval'])
    replace(window, name, (real) => (id?: unknown) => {
      end('timer', id);
      return Reflect.apply(real, window, [id]);
    });
  replace(window, 'requestAnimationFrame', (real) => (callback: unknown) => {
    const at = callerInRemote();
    if (at !== null && time() > leftAt + GRACE_MS)
      begin({ kind: 'frame', at, key: ['frame', at], what: () => 'requestAnimationFrame' });
    return Reflect.apply(real, window, [callback]);
  });

  // --- observers ---
  for (const name of ['IntersectionObserver', 'MutationObserver', 'ResizeObserver', 'PerformanceObserver'] as const) {
    const { prototype } = window[name];
    replace(
      prototype,
      'observe',
      (real) =>
        function observing(this: unknown, ...values: unknown[]) {
          const at = callerInRemote();
          const [target] = values;
          const isGone = () => target instanceof Node && !target.isConnected;
          if (at !== null) begin({ kind: 'observer', at, key: [this, target], what: () => (isGone() ? null : name) });
          return Reflect.apply(real, this, values);
        },
    );
    for (const ending of ['disconnect', 'unobserve'])
      if (ending in prototype)
        replace(
          prototype,
          ending,
          (real) =>
            function endObserving(this: unknown, ...values: unknown[]) {
              end(this, ...values);
              return Reflect.apply(real, this, values);
            },
        );
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
  const kept = names
    .flatMap((line) => line.split(' '))
    .flatMap((name) => {
      const value: unknown = Reflect.get(window, name);
      return [
        [name, value],
        [`${name}.prototype`, typeof value === 'function' ? value.prototype : undefined],
      ] as const;
    })
    .flatMap(([name, value]) => {
      const object: object | undefined = typeof value === 'function' || typeof value === 'object' ? value : undefined;
      return object ? [{ name, object, before: new Map(propertiesOf(object)) }] : [];
    });
  function propertiesOf(object: object): [key: PropertyKey, PropertyDescriptor | undefined][] {
    return Reflect.ownKeys(object)
      .filter((key) => (typeof key === 'symbol' ? key !== Symbol.for('remote-kit check') : !/^\d+$/.test(key)))
      .map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key)]);
  }
  const isSame = (one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined) =>
    one?.get === other?.get &&
    one?.set === other?.set &&
    ((typeof one?.value !== 'function' && typeof other?.value !== 'function') || one?.value === other?.value);
  const handlersOf = (object: object, named: object) =>
    Object.getOwnPropertyNames(named).filter(
      (name) => /^on[a-z]+$/.test(name) && typeof Reflect.get(object, name) === 'function',
    );
  const patched = (): string[] => [
    ...kept.flatMap(({ name, object, before }) => {
      const now = new Map(propertiesOf(object));
      return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) => {
        const how = !before.has(key) ? 'added' : !now.has(key) ? 'removed' : 'changed';
        return how === 'changed' && isSame(before.get(key), now.get(key)) ? [] : `${how} ${name}.${String(key)}`;
      });
    }),
    ...handlersOf(window, window).map((name) => `set window.${name}`),
    ...handlersOf(document, Document.prototype).map((name) => `set document.${name}`),
  ];

  const watch: PageWatch = {
    patched,
    leave: () => void (leftAt = time()),
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
