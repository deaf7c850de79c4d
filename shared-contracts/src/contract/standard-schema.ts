/** The used part of Standard Schema v1 (standardschema.dev): a remote chooses its library, the host needs none. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}
export type StandardResult<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly unknown[] };

export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];
