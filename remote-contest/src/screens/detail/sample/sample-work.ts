import { type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
// Inline: the first picture shows with the text.
import ingredients from './ingredients.svg?inline';
import noodles from './noodles.svg?inline';
import { sampleCopy } from './sample-copy.ts';
import stepBlanch from './step-blanch.svg?inline';
import stepFry from './step-fry.svg?inline';
import stepServe from './step-serve.svg?inline';
import stepSimmer from './step-simmer.svg?inline';
import stew from './stew.svg?inline';

const demo = sampleCopy['contest.detail.demo'];
const stepPictures = [stepBlanch, stepFry, stepSimmer, stepServe];

/** Shown without a work's id (copy deck, `contest.detail.demo`). */
export const sampleWork: Work = {
  id: '',
  ...demo,
  image: [stew, ingredients, noodles],
  steps: demo.steps.map((stepDesc, at) => ({ image: stepPictures[at] ?? '', stepDesc })),
  status: workStatus.approved,
  submitTime: '',
  revision: null,
  mark: '',
  drawId2: 0,
  headImgUrl: '',
  editPermission: false,
  phone: '',
};
