/** The part of s3rver that tests use; the package has no types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: { directory: string; address: string; port: number; silent: boolean; vhostBuckets: boolean });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
