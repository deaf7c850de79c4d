import { openSiteDatabase, type SiteDatabase } from '@fridge/server/testing/site-database';
import * as v from 'valibot';
import { outageSince } from './attempts.ts';
import { brokenPromises } from './promises.ts';
import { closeBrowser, readPage } from './read-page.ts';
import { limitWhatIsGiven } from './stock.ts';
import { DRAWS_EACH, Users } from './users.ts';
import { requestSchema, type UsersAnswers, type UsersRequest } from './users-protocol.ts';

const url = process.argv[2] ?? '';
const users = new Users(url);
let verified = 0;

async function answer(request: UsersRequest): Promise<UsersAnswers[keyof UsersAnswers]> {
  switch (request.ask) {
    case 'prepare':
      await withDatabase(request.database, async (database) => {
        await limitWhatIsGiven(database);
        await users.join(database, request.users);
      });
      return null;
    case 'start':
      users.start();
      return null;
    case 'outage': {
      const of = (uploads: boolean) =>
        outageSince(
          request.failureAt,
          users.attempts.filter(({ kind }) => (kind === 'upload') === uploads),
          request.endAt,
        );
      return { calls: of(false), uploads: of(true) };
    }
    case 'read':
      return readPage(request.page);
    case 'stop':
      return { unanswered: await users.stop(), odd: users.odd.splice(0) };
    case 'verify': {
      const { acknowledged } = users;
      const verify = (database: SiteDatabase) => brokenPromises(acknowledged, { database, url, drawsEach: DRAWS_EACH });
      const sinceLast = acknowledged.length - verified;
      verified = acknowledged.length;
      return { acknowledged: sinceLast, ...(await withDatabase(request.database, verify)) };
    }
  }
}

async function withDatabase<Result>(
  address: string,
  work: (database: SiteDatabase) => Promise<Result>,
): Promise<Result> {
  const database = openSiteDatabase(address);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

process.on('message', (message) => {
  const request = v.parse(requestSchema, message);
  answer(request).then(
    (given) => process.send?.({ id: request.id, answer: given }),
    (error: unknown) => process.send?.({ id: request.id, fault: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => void closeBrowser().finally(() => process.exit()));
