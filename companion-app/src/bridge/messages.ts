export const appErrorCode = {
  badParams: 400,
  notLoggedIn: 401,
  unknownMethod: 404,
  pageGone: 410,
  cloudUnreachable: 503,
} as const;

/** The page gets it as `{ code, errMessage }`. */
export class AppError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'AppError';
    this.code = code;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export type ViewKey = number;

export type Call = { view: ViewKey; id: string | number; method: string; params: unknown };
export type Answer =
  | { id: string | number; ok: true; data: unknown }
  | { id: string | number; ok: false; error: { code: number; errMessage: string } };
