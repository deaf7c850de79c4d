import { randomInt } from 'node:crypto';
import type { Question } from '@fridge/shared-contracts';
import { quizProgress } from '../database/schema.ts';
import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { requireAdmission } from './admission.ts';
import { lockProgress } from './progress.ts';
import { nextQuestion, withoutSolution } from './question.ts';

/** The question to answer now; `questionId` names the one it replaces. The first one of a user has none. */
export async function getNewAnswer(call: VerifiedCall, services: Services): Promise<Question> {
  requireAdmission(call, services);
  const { userId } = call.household.account;
  return services.queries.transaction(async (transaction) => {
    const progress = await lockProgress(transaction, userId);
    const question = nextQuestion(progress, call.fields['questionId'] ?? '', (below) => randomInt(below));
    if (question.questionId !== progress?.questionId || progress.wrongAnswers > 0) {
      const asked = { questionId: question.questionId, wrongAnswers: 0, askedAt: new Date(services.clock.real()) };
      await transaction.insert(quizProgress).values({ userId, ...asked }).onConflictDoUpdate({ target: quizProgress.userId, set: asked });
    }
    return withoutSolution(question);
  });
}
