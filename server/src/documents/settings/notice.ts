import { windowStateOf } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { moment, plainText } from '../../commands/fields.ts';

/** What operators say to everybody, between two moments of business time; `null`: at once, until they end it. */
export const noticeSchema = v.object({ text: plainText(60), start: v.nullable(moment), end: v.nullable(moment) });
export type Notice = v.InferOutput<typeof noticeSchema>;

/** @param now business time, ms. @returns `null`: nothing is said */
export const noticeAt = (notice: Notice | null | undefined, now: number): string | null =>
  notice != null && windowStateOf(notice, now) === 'open' ? notice.text : null;
