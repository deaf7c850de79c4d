import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's code, for the log; `null` until there is an answer, and for preflights. */
    answerCode: number | null;
  }
}

export function rememberAnswerCode(app: FastifyInstance): void {
  app.decorateReply('answerCode', null);
  app.addHook('preSerialization', async (_request, reply, payload: unknown) => {
    if (typeof payload === 'object' && payload !== null && 'code' in payload && typeof payload.code === 'number') reply.answerCode = payload.code;
    return payload;
  });
}
