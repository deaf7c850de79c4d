import { type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import ingredients from './ingredients.svg';
import noodles from './noodles.svg';
import { sampleCopy } from './sample-copy.ts';
import stepBlanch from './step-blanch.svg';
import stepFry from './step-fry.svg';
import stepServe from './step-serve.svg';
import stepSimmer from './step-simmer.svg';
import stew from './stew.svg';

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
