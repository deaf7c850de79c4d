/** What the kit of teams and the server agree on, not the page: releases and how they are published. */
export * from './team/publishing.ts';
export * from './team/read-markup.ts';
export * from './team/release.ts';
export * from './team/release-paths.ts';
export * from './team/release-health.ts';
export * from './team/shell-rules.ts';
export * from './team/size-text.ts';
export * from './team/table.ts';
export * from './team/team-identity.ts';
