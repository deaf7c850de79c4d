import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerCode, type Call } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls, drawResultSchema } from '@fridge/shared-contracts/activities/draw';
import type { Answer } from '@fridge/shared-contracts/page';
import { answerQuestion, callAs, rightOptionOf } from '@fridge/server/testing/client';
import { uploadAs } from '@fridge/server/testing/contest';
import { addHouseholds, type TestHousehold } from '@fridge/server/testing/households';
import { smallPicture } from '@fridge/server/testing/photos';
import type { SiteDatabase } from '@fridge/server/testing/site-database';
import * as v from 'valibot';
import type { Acknowledged } from './acknowledged.ts';
import { type Attempt, isFailed, type Kind } from './attempts.ts';

/** Pages give up then (architecture, "The wire"). */
const PAGE_LIMIT_MS = 10_000;
const AGAIN_AFTER_MS = 1_500;
/** Actions that begin in a second, over all users. */
const ACTIONS_PER_SECOND = 12;
/** Between two cases; then whoever was refused until now has given up. */
const LAST_TRIES_MS = 60_000;

export const DRAWS_EACH = 3;
const USERS_PER_UPLOADER = 4;

type Action = (again: Again) => Promise<void>;
/** Sends a call until it is answered for good. */
type Again = (kind: Kind, send: (url: string) => Promise<Answer>) => Promise<Answer>;

/** Some hundred users who answer, draw and upload, and try again as pages do. */
export class Users {
  readonly acknowledged: Acknowledged[] = [];
  readonly attempts: Attempt[] = [];
  /** Answers that no page expects. */
  readonly odd: string[] = [];
  #actions: Action[] = [];
  #underWay = new Set<Promise<void>>();
  #running: { stop: boolean; ended: Promise<void> } | null = null;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  get left(): number {
    return this.#actions.length;
  }

  /** Adds households that haven't done anything yet, and shuffles what they are about to do. */
  async join(database: SiteDatabase, count: number): Promise<void> {
    const households = await addHouseholds(database.queries, count, { drawsLeft: DRAWS_EACH });
    const picture = await smallPicture();
    const actions = households.flatMap((household, index) => [
      this.#coupon(household),
      ...Array.from({ length: DRAWS_EACH + 1 }, () => this.#draw(household)),
      ...(index % USERS_PER_UPLOADER === 0 ? [this.#upload(household, picture)] : []),
    ]);
    this.#actions.push(
      ...actions
        .map((action) => ({ action, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ action }) => action),
    );
  }

  start(): void {
    const running = { stop: false, ended: Promise.resolve() };
    running.ended = this.#begin(running);
    this.#running = running;
  }

  /** Nobody begins anything new; who has begun goes on until there is an answer. @returns how many got none */
  async stop(): Promise<number> {
    if (this.#running !== null) this.#running.stop = true;
    await this.#running?.ended;
    this.#running = null;
    await Promise.race([Promise.all(this.#underWay), sleep(LAST_TRIES_MS)]);
    return this.#underWay.size;
  }

  async #begin(running: { stop: boolean }): Promise<void> {
    while (!running.stop) {
      const action = this.#actions.pop();
      if (action !== undefined) {
        const doing: Promise<void> = action(this.#again()).finally(() => this.#underWay.delete(doing));
        this.#underWay.add(doing);
      }
      await sleep(1_000 / ACTIONS_PER_SECOND);
    }
  }

  #again(): Again {
    return async (kind, send) => {
      for (;;) {
        const startedAt = Date.now();
        const answer = await Promise.race([
          send(this.#url).catch(() => null),
          sleep(PAGE_LIMIT_MS, null, { ref: false }),
        ]);
        const attempt = {
          kind,
          startedAt,
          endedAt: Date.now(),
          code: answer?.code ?? null,
          message: answer?.msg ?? '',
        };
        this.attempts.push(attempt);
        if (answer !== null && !isFailed(attempt)) return answer;
        await sleep(AGAIN_AFTER_MS);
      }
    };
  }

  #expect(kind: Kind, answer: Answer, refusals: readonly number[] = []): boolean {
    if (answer.code === answerCode.success) return true;
    if (!refusals.includes(answer.code)) this.odd.push(`${kind}: ${answer.code} ${answer.msg}`);
    return false;
  }

  #coupon(household: TestHousehold): Action {
    const { userId } = household;
    return async (again) => {
      const ask: Call = campaignCalls.getNewAnswer;
      const asked = await again('question', (url) => callAs(household, url, ask, { ...household, questionId: '' }));
      if (!this.#expect('question', asked)) return;
      const { questionId } = v.parse(v.object({ questionId: v.string() }), asked.data);
      const right = rightOptionOf(questionId);
      const requestId = randomUUID();
      const send = (url: string) => answerQuestion(household, url, questionId, right, requestId);
      const answer = await again('coupon', send);
      // Whoever comes after the last coupon gets 204.
      if (this.#expect('coupon', answer, [answerCode.notice]))
        this.acknowledged.push({ kind: 'coupon', userId, requestId, send });
    };
  }

  #draw(household: TestHousehold): Action {
    const { userId } = household;
    return async (again) => {
      const requestId = randomUUID();
      const send = (url: string) => callAs(household, url, drawCalls.draw, { requestId });
      const answer = await again('draw', send);
      if (!this.#expect('draw', answer, [answerCode.notice])) return;
      const { id } = v.parse(drawResultSchema, answer.data);
      this.acknowledged.push({ kind: 'draw', userId, requestId, prizeId: id, send });
    };
  }

  #upload(household: TestHousehold, picture: Buffer): Action {
    const { userId } = household;
    return async (again) => {
      const answer = await again('upload', (url) => uploadAs(household, url, picture));
      if (!this.#expect('upload', answer)) return;
      const { imgUrl } = v.parse(v.object({ imgUrl: v.string() }), answer.data);
      this.acknowledged.push({ kind: 'upload', userId, picture: new URL(imgUrl).pathname });
    };
  }
}
