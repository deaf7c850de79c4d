import {
  type ListedWork,
  type ListedWorks,
  MOST_SEARCH,
  UNDO_SECONDS,
  WORK_CURSOR,
  workKinds,
  workLists,
  WORKS_AT_ONCE,
} from '@fridge/server/activities/contest/work-protocol';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PrizeLevel } from './code-commands.ts';
import { commandName } from './command-name.ts';
import {
  type ChangeOptions,
  changeOptions,
  doneBy,
  calendarDay,
  continuation,
  levelOf,
  minute,
  nonEmptyText,
  shellWord,
  table,
  type Tool,
  wholeNumberFrom,
} from './tool.ts';

type ListOptions = {
  show?: (typeof workLists)[number];
  search?: string;
  kind?: (typeof workKinds)[number];
  user?: string;
  since?: string;
  until?: string;
  limit: number;
  after?: string;
};
type Decision = { as: string; final?: true };

export function addWorksCommands(program: Command, { ask, finish }: Tool): void {
  const group = program.command('works').description("the contest's works on the running server");
  const ofWork = (verb: string) => group.command(verb).argument('<id>', "the work's", workId);

  group
    .command('list')
    .description('works waiting for review, the longest first; with a search or a user, those of every state')
    .addOption(
      new Option(`--show <${workLists.join('|')}>`, 'all: the latest first; others: the latest decision first').choices(
        workLists,
      ),
    )
    .option('--search <text>', "a part of the title or the author's name, or a whole work or user id", searchText)
    .addOption(new Option(`--kind <${workKinds.join('|')}>`).choices(workKinds))
    .option('--user <id>', 'only of this user', nonEmptyText)
    .option('--since <YYYY-MM-DD>', 'submitted on this day or later, in China', calendarDay)
    .option('--until <YYYY-MM-DD>', 'submitted on this day or before', calendarDay)
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, WORKS_AT_ONCE), WORKS_AT_ONCE)
    .option('--after <place>', 'goes on where another list ended, as it says there', cursor)
    .action(async ({ limit, after, ...asked }: ListOptions) => {
      const show = asked.show ?? (asked.search === undefined && asked.user === undefined ? 'pending' : 'all');
      const filter = { ...asked, show };
      const listed = await ask({ command: 'works.list', ...filter, limit, ...(after !== undefined && { after }) });
      const more = { ...filter, after: listed.next ?? undefined, limit: limit === WORKS_AT_ONCE ? undefined : limit };
      finish(`${worksTable(listed)}${listed.next === null ? '' : continuation('works list', more)}`, listed);
    });

  ofWork('show')
    .description('one work with its text, and every decision on it')
    .action(async (id: string) => {
      const work = await ask({ command: 'works.show', id });
      finish(describe(work), work);
    });

  withUndo(ofWork('approve'))
    .description(`approves a pending work; ${UNDO_SECONDS} s later anyone with its link sees it`)
    .action(async (id: string, { as: by, final }: Decision) => {
      const work = await ask({ command: 'works.approve', id, by, ...(final && { holdSeconds: 0 }) });
      finish(`${id} is approved.${final ? '' : undoHint(id, by)}`, work);
    });

  withUndo(ofWork('reject').argument('<reason>', 'its author reads it; may be empty'))
    .description(`rejects a pending work with a reason that its author reads ${UNDO_SECONDS} s later`)
    .action(async (id: string, reason: string, { as: by, final }: Decision) => {
      const work = await ask({ command: 'works.reject', id, reason, by, ...(final && { holdSeconds: 0 }) });
      finish(`${id} is rejected: ${work.mark || '(no reason)'}${final ? '' : undoHint(id, by)}`, work);
    });

  byReviewer(ofWork('undo'))
    .description(`takes back a decision within ${UNDO_SECONDS} s, before anyone has seen it; the work is pending again`)
    .action(async (id: string, { as: by }: Decision) => {
      finish(`${id} is pending again.`, await ask({ command: 'works.undo', id, by }));
    });

  changeOptions(ofWork('take-down'), 'required')
    .description('rejects an approved work, at once; its author reads --why, and keeps a prize that it won')
    .action(async (id: string, options: ChangeOptions) => {
      const work = await ask({ command: 'works.takeDown', id, ...doneBy(options) });
      const prize = work.prize === 0 ? '' : `\nIts author keeps prize ${work.prize}.`;
      finish(`${id} is taken down: ${work.mark}${prize}`, work);
    });

  changeOptions(ofWork('reopen'), 'required')
    .description('returns a rejected work to the queue, also one that was taken down')
    .action(async (id: string, options: ChangeOptions) => {
      finish(`${id} is pending again.`, await ask({ command: 'works.reopen', id, ...doneBy(options) }));
    });

  const { prizeLevels } = drawTerms;
  byReviewer(ofWork('prize').argument('<level>', `level of the prize: ${prizeLevels.join(', ')}`, levelOf(prizeLevels)))
    .description('gives an approved work a prize, from the stock and codes of that level')
    .action(async (id: string, level: PrizeLevel, { as: by }: Decision) => {
      const work = await ask({ command: 'works.prize', id, level, by });
      finish(`${id} won a prize of level ${level}; its id is ${work.prize}.`, work);
    });

  changeOptions(group.command('review'))
    .description('prints a link that opens the review page once, within ten minutes, in the name of --as')
    .action(async (options: ChangeOptions) => {
      const { link } = await ask({ command: 'works.review', ...doneBy(options) });
      finish(`Open this link in a browser. It works once, for ten minutes, and decides as ${options.as}:\n${link}`, {
        link,
      });
    });
}

const byReviewer = (command: Command): Command =>
  command.addOption(
    new Option('--as <name>', 'who decides; it stands in the audit').argParser(reviewer).makeOptionMandatory(),
  );

const withUndo = (command: Command): Command =>
  byReviewer(command).option('--final', "users see it at once, and it can't be undone");

/** Complete, since ten seconds are short. */
const undoHint = (id: string, by: string): string =>
  `\nIts author sees it in ${UNDO_SECONDS} s; until then: ${commandName} works undo ${id} --as ${shellWord(by)}`;

function workId(text: string): string {
  if (!/^[\da-z]{1,40}$/.test(text)) throw new InvalidArgumentError("Give a work's id, as works list shows it.");
  return text;
}

function cursor(text: string): string {
  if (!WORK_CURSOR.test(text)) throw new InvalidArgumentError('Give what works list says behind --after.');
  return text;
}

function searchText(text: string): string {
  const { length } = text.trim();
  if (length === 0 || length > MOST_SEARCH) throw new InvalidArgumentError(`Give 1 to ${MOST_SEARCH} characters.`);
  return text.trim();
}

function reviewer(text: string): string {
  const { length } = text.trim();
  if (length === 0 || length > 40) throw new InvalidArgumentError('Give a name of at most 40 characters.');
  return text;
}

const title = ({ cookName, desc }: ListedWork): string => (cookName || desc).replace(/\s+/g, ' ').slice(0, 24);

function worksTable({ pending, works, next }: ListedWorks): string {
  if (works.length === 0) return `No such work${next === null ? '' : ' so far'}. ${pending} waiting for review.`;
  const rows = works.map((work) => {
    const [last] = work.decisions;
    return {
      id: work.id,
      status: work.status,
      submitted: minute(work.submittedAt),
      pictures: work.images.length,
      'last decision': last ? `${last.decision} by ${last.by}` : '-',
      title: title(work),
    };
  });
  return `${table(rows)}\n${pending} waiting for review`;
}

function describe(work: ListedWork): string {
  const { id, kind, status, revision, userId, nickName, desc, materials, tips, steps, mark, prize, decisions } = work;
  const author = `${nickName || '(no name)'} (${userId})`;
  const audit = decisions.map(
    ({ decision, by, at, reason }) => `${minute(at)}  ${decision} by ${by}${reason && `: ${reason}`}`,
  );
  return [
    `${id}  ${kind}  ${status}${prize > 0 ? `  prize ${prize}` : ''}`,
    `${title(work)}  by ${author}, submitted ${minute(work.submittedAt)}, revision ${revision}`,
    `${work.images.length} pictures: ${commandName} works review`,
    '',
    desc,
    ...(materials === '' ? [] : ['', `materials: ${materials}`]),
    ...steps.map(
      ({ stepDesc, picture }, at) => `step ${at + 1}${picture === null ? '' : ' (with a picture)'}: ${stepDesc}`,
    ),
    ...(tips === '' ? [] : [`tips: ${tips}`]),
    ...(mark === '' ? [] : ['', `rejected reason: ${mark}`]),
    ...(audit.length === 0 ? [] : ['', ...audit]),
  ].join('\n');
}
