import type { SwitchState } from '@fridge/shared-contracts/page';
import { MOST_STEP_MINUTES } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { file, inPlace, number, optionalText, realTime, text, told, upTo } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context, type Undo } from '../commands/table.ts';
import { record } from '../history/events.ts';
import { publishAt } from './publish/publish.ts';
import { makePreview } from './previews/make-preview.ts';
import { linkedRelease, releaseLink } from './previews/release-links.ts';
import { changeChannels, removeRelease } from './change-channels.ts';
import {
  type Plan,
  planCanary,
  planCanaryEnd,
  planPin,
  planPromotion,
  planRollBack,
  planSwitch,
  requireRelease,
  type Situation,
} from './plan-change.ts';
import { listReleases } from './registry/releases.ts';
import { canarySchema, LATEST, offText } from './registry/registry-document.ts';
import {
  listed,
  listedRegistry,
  listedRelease,
  listedRemote,
  listRegistry,
  listRemoteReleases,
  releaseVersion,
  remoteName,
  runningCanary,
  showCanary,
  shownCanary,
} from './show-remotes.ts';

const name = told(remoteName, "the remote's");
const RELEASE_STAYS = 'A release that pages got stays published; rollback gives them the one before.';

const dropRoutes = v.optional(told(v.array(text), 'paths that users get now, and that go with this release'), []);

const growth = {
  grow: v.optional(told(upTo(100), 'gives it to so many percent more')),
  every: v.optional(
    told(upTo(MOST_STEP_MINUTES), 'each so many minutes while it is shown to be no worse; promoted once all have it'),
  ),
};

/** `from`, `to`: what visitors got and get; `ended`: the canary that ends by it. */
const changedRelease = v.object({
  name: text,
  from: optionalText,
  to: optionalText,
  contract: text,
  promoted: v.boolean(),
  inForce: optionalText,
  pinned: v.boolean(),
  canary: v.nullable(runningCanary),
  ended: v.nullable(runningCanary),
});
/** `before`: the canary; `ended`: the one that ends by it. */
const changedCanary = v.object({
  ...listedRemote.entries,
  before: v.nullable(runningCanary),
  ended: v.nullable(runningCanary),
});

/** Gives pages the release before, if they still get what the event gave them. */
const undoPromotion: Undo = async (event, context) => {
  const [remote = ''] = event.about;
  const [{ before, after } = {}] = event.changes;
  if (typeof before !== 'string' || typeof after !== 'string')
    throw new Refused(`Event ${event.id} can't be undone: ${remote} had no release before it.`);
  const [reverse, plan] =
    event.command === 'rollback'
      ? ['promote', (now: Situation) => planPromotion({ release: before, beside: after }, now)]
      : ['rollback', (now: Situation) => planRollBack({ release: after, isPromotion: true }, now)];
  await changeChannels(remote, { ...context, undoes: event.id, command: reverse }, plan);
};

function stepsOf({ grow, every }: { grow?: number | undefined; every?: number | undefined }) {
  if ((grow === undefined) !== (every === undefined))
    throw new Refused('grow and every belong together, such as --grow 10 --every 30.');
  return grow === undefined || every === undefined ? {} : { steps: { percent: grow, minutes: every } };
}

const toldText = v.optional(told(offText, 'what its users read meanwhile, in place of the usual words'));

const switching = { may: ['operator'], kind: 'change', answer: listedRemote } as const;
const switchTo = (state: SwitchState) => (asked: { name: string; text?: string | undefined }, context: Context) =>
  changed(asked.name, context, (now) => planSwitch({ state, offText: asked.text }, now));

export const releaseCommands = {
  remotes: command({
    does: 'lists every remote: on or off, release, canary, and what keeps pages from it',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: listedRegistry,
    run: async (_fields, context) => listRegistry(context),
  }),
  on: command({
    does: 'switches a remote on, also one that was stopped',
    ...switching,
    fields: { name },
    run: switchTo('on'),
  }),
  off: command({
    does: 'switches a remote off but for what users have won or handed in; open pages follow within 20 s',
    ...switching,
    fields: { name, text: toldText },
    run: switchTo('off'),
  }),
  stop: command({
    does: 'lets pages load nothing of a remote at all, within 20 s: the emergency',
    ...switching,
    fields: { name, text: toldText },
    run: switchTo('stopped'),
  }),
  /** `ended`: the canary that the pin ended. */
  pin: command({
    does: 'keeps a remote at one of its releases; "none" lets it move with what is promoted',
    may: ['operator'],
    kind: 'change',
    fields: { name, release: told(releaseVersion, 'a release, or none') },
    answer: v.object({ ...listedRemote.entries, ended: v.nullable(runningCanary) }),
    run({ name: remote, release }, context) {
      const pin = release === 'none' ? LATEST : release;
      return changed(remote, context, (now) => planPin(pin, now));
    },
  }),
  releases: command({
    does: 'lists every release of a remote, the last promoted first',
    may: ['viewer', 'team'],
    kind: 'read',
    fields: { name },
    answer: v.array(listedRelease),
    run: ({ name: remote }, context) => listRemoteReleases(remote, context),
  }),
  'releases remove': command({
    does: 'takes a release that is not in force out of use; its files go 30 days later',
    may: ['operator'],
    kind: 'change',
    undo: 'Its team publishes the same build again.',
    fields: { name, release: told(releaseVersion, 'the release') },
    answer: v.object({ name: text, version: text, removedAt: realTime }),
    run: (asked, context) => removeRelease(asked, context),
  }),
  'releases preview': command({
    does: 'gives a link that shows a release which pages do not get to whoever opens it, for a day',
    may: ['operator'],
    kind: 'look',
    fields: { name, release: told(releaseVersion, 'a release that was published') },
    answer: v.object({ url: text, expiresAt: realTime }),
    async run({ name: remote, release }, context) {
      const { queries, registry, clock } = context;
      const releases = await listReleases(queries, remote);
      const { document } = registry.reading();
      const { version } = requireRelease(release, { name: remote, document, releases, isTeam: false });
      const link = await releaseLink({ name: remote, version }, undefined, context);
      if ((await linkedRelease(link.url.split('/').at(-1) ?? '', context)) === null)
        throw new Refused(`This host can't show ${remote} ${version}. Others: releases ${remote}`);
      await record(queries, context, clock, { about: [remote, version] });
      return link;
    },
  }),
  /** Starts a canary, or changes the one of this release: without steps it no longer grows by itself. */
  canary: command({
    does: 'gives a part of the visitors another release, or changes how many get it',
    may: ['operator', 'team'],
    kind: 'change',
    fields: {
      name,
      release: told(releaseVersion, 'a release that was published'),
      percent: told(canarySchema.entries.percent, 'of the visitors who get it'),
      ...growth,
    },
    answer: changedCanary,
    run({ name: remote, release, percent, ...steps }, context) {
      const canary = { release, percent, ...stepsOf(steps) };
      return changed(remote, context, (now) => planCanary(canary, now));
    },
  }),
  'canary end': command({
    does: 'takes a canary back: everybody gets the stable release',
    may: ['operator', 'team'],
    kind: 'change',
    fields: { name },
    answer: changedCanary,
    run: (asked, context) => changed(asked.name, context, planCanaryEnd),
  }),
  'canary show': command({
    does: "tells how a remote's canary does beside the stable release, and what changed last",
    may: ['viewer', 'team'],
    kind: 'read',
    fields: { name },
    answer: shownCanary,
    run: (asked, context) => showCanary(asked.name, context),
  }),
  /** `promote`: `null` for a new version only. `canary`: gives it to a part of the visitors and promotes nothing. */
  publish: command({
    does: 'fetches a release the way a page does, checks all of it, and registers it',
    may: ['operator', 'team'],
    kind: 'change',
    undo: RELEASE_STAYS,
    fields: {
      address: told(
        v.pipe(
          text,
          v.maxLength(2_000),
          v.regex(/^https?:\/\//, 'an address such as https://draw.example/1.4.0/'),
          v.url('an address such as https://draw.example/1.4.0/'),
        ),
        'of a release',
      ),
      release: v.optional(told(file('release.json'), 'the release.json that the address has to serve')),
      move: v.optional(told(v.boolean(), 'lets what is published from another address move here'), false),
      promote: v.optional(told(v.boolean(), 'gives it to pages also when it was published before, or not')),
      canary: v.optional(told(canarySchema.entries.percent, 'gives it to a part of the visitors, in percent')),
      replaceCanary: v.optional(told(v.boolean(), 'ends the canary of another release by it'), false),
      ...growth,
      dropRoutes,
    },
    /**
     * `inForce`: the version that pages get now; `canary`: that of the remote; `preview`: a link that shows a release
     * which nobody gets, for a day.
     */
    answer: v.object({
      name: text,
      version: text,
      contract: text,
      baseUrl: text,
      outcome: v.picklist(['published', 'unchanged', 'moved']),
      promoted: v.boolean(),
      inForce: optionalText,
      pinned: v.boolean(),
      canary: v.nullable(runningCanary),
      files: number,
      bytes: number,
      preview: optionalText,
    }),
    async run({ canary: percent, grow, every, promote = null, ...asked }, context) {
      const steps = stepsOf({ grow, every });
      if (percent === undefined && steps.steps !== undefined)
        throw new Refused('grow and every go with a canary, such as --canary 10 --grow 10 --every 30.');
      if (percent !== undefined && promote === true)
        throw new Refused('promote and canary: a release is given to all, or to a part of the visitors.');
      const canary = percent === undefined ? null : { percent, ...steps };
      return publishAt({ ...asked, promote, canary }, context);
    },
  }),
  promote: command({
    does: 'gives pages a release that was published before, by default that of the canary, which then ends',
    may: ['operator', 'team'],
    kind: 'change',
    undo: undoPromotion,
    fields: { name, release: inPlace(releaseVersion, 'a release that was published'), dropRoutes },
    answer: changedRelease,
    run({ dropRoutes: dropped, ...asked }, context) {
      // A timetable goes on with what was asked when its canary began.
      const mayDrop = context.way === 'program' ? undefined : dropped;
      return changeChannels(asked.name, context, (now) => planPromotion(asked, now), mayDrop);
    },
  }),
  rollback: command({
    does: 'ends the canary, or gives pages the release before until the next one is promoted',
    may: ['operator', 'team'],
    kind: 'change',
    undo: undoPromotion,
    fields: { name, release: v.optional(told(releaseVersion, 'refuses unless visitors got this release last')) },
    answer: changedRelease,
    run: (asked, context) => changeChannels(asked.name, context, (now) => planRollBack(asked, now)),
  }),
  preview: command({
    does: 'shows an unpublished build inside this host to the browser that opens its link first',
    may: ['team'],
    kind: 'change',
    undo: 'It ends within 12 hours, or where the visitor ends it.',
    fields: {
      release: told(text, 'its release.json'),
      address: told(text, 'of its files, on the machine of its developer or an origin of the team'),
      id: v.nullable(told(text, 'of a preview that it replaces')),
    },
    answer: v.object({ name: text, version: text, id: text, url: text, expiresAt: number }),
    run: (asked, context) => makePreview(asked, context),
  }),
};

async function changed(remote: string, context: Context, plan: (now: Situation) => Plan) {
  const { ended, before } = await changeChannels(remote, context, plan);
  return { ...listed(remote, context.registry.reading()), ended, before };
}
