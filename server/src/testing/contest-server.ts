import { contestCalls, type WorkStatus } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { works } from '../activities/contest/tables.ts';
import { callAs } from './client.ts';
import { photoShareOf, recipeOf, uploaded } from './contest.ts';
import { addHousehold } from './households.ts';
import { contestClock, startTestServer } from './test-server.ts';

/** A server during the contest, with an author who has uploaded nine pictures. */
export async function startContest() {
  const server = await startTestServer(contestClock);
  const author = await addHousehold(server.queries);
  const images = await uploaded(author, server.url, 9);
  return {
    server,
    author,
    images,
    /** Submits a recipe of the author. */
    save(change: Record<string, string> = {}, named: readonly string[] = images) {
      return callAs(author, server.url, contestCalls.saveWork, recipeOf(author, named, change));
    },
    /** Submits a photo share of the author. */
    share(change: Record<string, string> = {}, named: readonly string[] = images) {
      return callAs(author, server.url, contestCalls.submitEntries, photoShareOf(author, named, change));
    },
    /** Gives a work a status, past its reviewers. */
    async decide(id: string, status: WorkStatus) {
      const mark = status < 0 ? '图片不够清晰' : '';
      await server.queries.update(works).set({ status, mark }).where(eq(works.id, id));
    },
  };
}
