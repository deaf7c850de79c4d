export type Posted = { message: unknown; origin: string };

export interface FakePageOptions {
  userAgent?: string;
  framed?: boolean;
  ancestorOrigins?: readonly string[];
}

/** A window with just what the bridge touches, and a parent that notes what is posted to it. */
export function fakePage({ userAgent = 'Mozilla/5.0', framed = false, ancestorOrigins }: FakePageOptions = {}) {
  const posted: Posted[] = [];
  const parent = { postMessage: (message: unknown, origin: string) => posted.push({ message, origin }) };
  const events = new EventTarget();
  const fake = Object.assign(events, {
    navigator: { userAgent, maxTouchPoints: 0 },
    location: { origin: 'https://host.test', ancestorOrigins },
  });
  const page = Object.assign(fake, { parent: framed ? parent : fake });
  const window = page as unknown as Window; // the bridge uses nothing else of a window
  return {
    window,
    parent,
    posted,
    /** Delivers a window message. Node's own MessageEvent takes no window as its source. */
    message(data: unknown, origin: string, source: unknown = parent) {
      events.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
    },
  };
}
