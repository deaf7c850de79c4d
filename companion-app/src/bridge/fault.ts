import type { BridgeMethod } from '@fridge/shared-contracts';
import { bridgeMethods } from '@fridge/shared-contracts/page';

export type Fault =
  | { mode: 'none' }
  | { mode: 'slow'; seconds: number }
  | { mode: 'fail'; code: number; errMessage: string }
  | { mode: 'silent' }
  /** Answers after the page's time limit, counted from the end of the work: it pauses under a native page. */
  | { mode: 'late' }
  | { mode: 'twice' };

type FaultMode = Fault['mode'];
export const faultModes = ['none', 'slow', 'fail', 'silent', 'late', 'twice'] as const satisfies readonly FaultMode[];

const SLOW_SECONDS = 3;
const FAIL_CODE = 500;
const FAIL_MESSAGE = 'demo failure';

export function defaultFault(mode: FaultMode): Fault {
  if (mode === 'slow') return { mode, seconds: SLOW_SECONDS };
  if (mode === 'fail') return { mode, code: FAIL_CODE, errMessage: FAIL_MESSAGE };
  return { mode };
}

export type Faults = Readonly<Partial<Record<BridgeMethod, Fault>>>;

const MOST_SECONDS = 120;

export function isBridgeMethod(name: string): name is BridgeMethod {
  return bridgeMethods.some((method) => method === name);
}

export function silenceAll(): Faults {
  return Object.fromEntries(bridgeMethods.map((method) => [method, { mode: 'silent' }] as const));
}

/** Of the address parameter `fail` (README). The last one of a method counts; malformed ones are ignored. */
export function readFaults(texts: readonly string[]): Faults {
  const faults: Partial<Record<BridgeMethod, Fault>> = {};
  for (const text of texts) {
    const [name = '', mode = '', ...details] = text.split(':');
    const fault = readFault(mode, details);
    const methods = name === 'all' ? bridgeMethods : isBridgeMethod(name) ? [name] : [];
    if (!fault) continue;
    for (const method of methods) faults[method] = fault;
  }
  return faults;
}

export function writeFaults(faults: Faults): string[] {
  const silent = bridgeMethods.filter((method) => faults[method]?.mode === 'silent');
  if (silent.length === bridgeMethods.length) return ['all:silent'];
  return bridgeMethods.flatMap((method) => {
    const fault = faults[method];
    if (!fault || fault.mode === 'none') return [];
    if (fault.mode === 'slow') return [`${method}:slow:${fault.seconds}`];
    if (fault.mode === 'fail') return [`${method}:fail:${fault.code}:${fault.errMessage}`];
    return [`${method}:${fault.mode}`];
  });
}

export function clampSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.min(MOST_SECONDS, Math.max(0, seconds)) : 0;
}

function readFault(modeText: string, details: readonly string[]): Fault | null {
  const mode = faultModes.find((known) => known === modeText);
  if (!mode) return null;
  const fault = defaultFault(mode);
  const [first = '', ...rest] = details;
  if (fault.mode === 'slow') return { ...fault, seconds: first === '' ? fault.seconds : clampSeconds(Number(first)) };
  if (fault.mode === 'fail' && first !== '') {
    const code = Number.parseInt(first, 10);
    return {
      mode: 'fail',
      code: Number.isNaN(code) ? fault.code : code,
      errMessage: rest.join(':') || fault.errMessage,
    };
  }
  return fault;
}
