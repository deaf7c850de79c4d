/** What fields of documents do, by their paths; `*`: any name. */
const texts: Readonly<Record<string, string>> = {
  'settings.apiBase': 'where pages send calls',
  'settings.activity2023.*': 'the name of a 2023 call in its address',
  'settings.downloadPage': 'where share pages lead to get the app',
  'settings.couponPage': 'where users use their coupon',
  'settings.couponTitle': "the title of the app's view of the coupon page",
  'settings.shopPage': 'where the shop is',
  'settings.appLink': 'opens the app from a share page; null: only the download',
  'settings.allowedOrigins': 'who may show the host in a frame and post to it',
  'settings.remoteOrigins': 'where pages may load code from, besides the origins of their releases',
  'settings.tracking': 'whether pages send usage events, and where',
  'settings.windows.*.start': 'when what has this window opens; null: it is open already',
  'settings.windows.*.end': 'when what has this window closes, to the second; null: never',
  'settings.notice': 'what pages say to everybody: notice set, notice end',
  'settings.previews': 'whether teams may show unpublished builds in this host',
  'settings.releases.rollBack': 'whether the program takes back releases that fail',
  'settings.releases.rollout': 'how a new version is given to visitors unless its publisher says; null: to all at once',
  'draw.levels.*.weight': 'how often the draw comes out so, of all weights',
  'draw.levels.*.stock': 'what may be won in all; null: no end',
  'grants.pools.*.cap': 'what may be granted in all',
  'grants.pools.*.dailyCap': 'what may be granted on a day; null: no daily limit',
  'registry.remotes.*.enabled': 'whether the remote is on',
  'registry.remotes.*.stopped': 'whether pages load nothing of the remote at all',
  'registry.remotes.*.offText': "what its users read while it isn't on",
  'registry.remotes.*.release': 'the release that pages get; latest: the last one that was promoted',
  'registry.remotes.*.canary': 'another release for a part of the visitors',
  'teams.teams.*.remotes': 'the remotes that the team publishes',
  'teams.teams.*.origins': 'where its releases may be served from; empty: it uploads them',
  'teams.teams.*.backend': 'gets the calls of its remotes',
  'teams.teams.*.keys': 'what its requests are signed with',
};

const known = Object.entries(texts).map(([path, does]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '.+?')}(?:\\.|$)`),
  does,
}));

/** @param path with the document's name before it. @returns empty for a group of fields */
export const whatItDoes = (path: string): string => known.find(({ pattern }) => pattern.test(path))?.does ?? '';
