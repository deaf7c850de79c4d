/** What may be logged of an error: where and of which kind. Its message may quote a query's parameters. */
export type Fault = { name: string; code?: string; constraint?: string; at: string[]; cause?: Fault };

const text = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : undefined;
};

export function describeFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = text(error, 'code');
  const constraint = text(error, 'constraint');
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    at: (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line)).slice(0, 6).map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeFault(error.cause) }),
  };
}
