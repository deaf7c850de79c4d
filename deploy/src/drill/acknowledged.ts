import type { Answer } from '@fridge/shared-contracts/page';

/** What a user was told has happened. `send` asks for it again with the same id. */
export type Acknowledged =
  | { kind: 'coupon'; userId: string; requestId: string; send: (url: string) => Promise<Answer> }
  | {
      kind: 'draw';
      userId: string;
      requestId: string;
      /** `null`: thanks. */
      prizeId: string | null;
      send: (url: string) => Promise<Answer>;
    }
  | { kind: 'upload'; userId: string; /** Its path on the API's origin. */ picture: string };
