import { type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { anise, beef, bubble, ginger, leaf, noodleBowl, onion, pan, pot, salt, tablePicture, tomato, tomatoWedge } from './kitchen-drawing.ts';
import { sampleCopy } from './sample-copy.ts';

const stew = beef([-120, -70, 12], [-20, -130, -18], [96, -60, 30], [-60, 40, 4], [60, 60, -24], [-140, 90, 40], [140, 70, 8, 0.9], [10, 140, 16]) +
  tomatoWedge([-60, -60, 20], [36, -10, -30], [130, -10, 60, 0.9], [-140, 10, -12, 0.9], [-40, 110, 130], [100, 130, -50, 0.9], [20, -90, 80, 0.8]);

const photo = (things: string) => tablePicture(1000, 1000, things);
const step = (things: string) => tablePicture(686, 450, things);

const pictures = [
  photo(pot([500, 520], '#b5421c', stew + leaf([-10, -40, 30], [40, 20, -50, 0.9], [-90, 0, 100, 0.8])) + leaf([860, 150, 30, 1.8], [910, 200, 80, 1.5])),
  photo(
    '<rect x="90" y="150" width="820" height="640" rx="46" fill="#3b1c08" opacity=".2" transform="translate(10 18)"/><rect x="90" y="150" width="820" height="640" rx="46" fill="#e8bf88"/><circle cx="846" cy="470" r="26" fill="#b98350"/>' +
      tomato([250, 330], [420, 270, 40, 0.94], [300, 500, 80, 0.9], [450, 440, 10, 0.86]) +
      beef([600, 300, 10, 1.3], [700, 330, -20, 1.25], [640, 400, 40, 1.3], [740, 430, 8, 1.2], [570, 430, -32, 1.2]) +
      ginger([240, 660, 10, 1.3], [310, 690, 60, 1.2], [370, 650, -20, 1.3]) + anise([480, 680, 12, 1.3]) +
      onion([600, 660, 8, 1.5], [660, 690, -10, 1.5], [720, 650, 20, 1.4]) + leaf([560, 560, 40, 1.3], [600, 590, -20, 1.2]),
  ),
  photo(
    noodleBowl([500, 500, -8, 1.25], beef([-90, -90, 20], [-20, -120, -20, 0.9]) + tomatoWedge([80, -90, 20], [120, -20, 80, 0.9]) + leaf([-20, 60, 40], [30, 80, -30, 0.9], [0, 30, 90, 0.8])) +
      '<path d="M824 120 930 880" stroke="#6b3d1c" stroke-width="17" stroke-linecap="round"/><path d="M874 110 958 872" stroke="#7d4a24" stroke-width="17" stroke-linecap="round"/>',
  ),
];

const stepPictures = [
  step(pot([343, 250, 0, 0.86], '#d8c9a4', beef([-110, -60, 10], [0, -100, -20], [90, -30, 30], [-40, 20, 0], [60, 80, -24], [-120, 80, 40]) + ginger([-50, -70], [60, -90, 40], [120, 40, 70], [-10, 110, 20]) + bubble([-150, 0], [150, -60], [10, 50], [-80, 130]))),
  step(pan([343, 180, -62, 0.84], onion([-90, -70, 20, 1.2], [20, -120, -30, 1.2], [90, -20, 80, 1.2], [-110, 50, -60, 1.2], [20, 120, 12, 1.2]) + tomatoWedge([-40, -60, 20, 1.2], [60, -80, 100, 1.2], [-60, 60, -30, 1.2], [60, 60, 60, 1.2], [-130, -10, 12], [130, 50, 40]))),
  step(pot([343, 260, 12, 0.86], '#a83c1a', stew + anise([0, -10, 10, 1.2], [-130, -110, 30, 0.9]) + bubble([-170, 20], [60, -140], [160, -40], [-20, 60], [90, 10], [-90, 150]))),
  step(pot([330, 250, -6, 0.9], '#bb471e', stew + tomatoWedge([-10, -20, 10, 1.15], [70, 70, 80, 1.1]) + leaf([-70, -20, 30], [40, -70, -40], [-20, 70, 90, 0.9]) + salt([0, -40, 10], [24, -10, 40], [-30, -60, 70], [50, 20, 20], [-50, 20, 50], [10, 30, 15], [-10, -90, 33])) +
    '<path d="M560 40 664 150" stroke="#d9dfe2" stroke-width="16" stroke-linecap="round"/><ellipse cx="546" cy="26" rx="36" ry="24" fill="#c4ccd1" transform="rotate(46 546 26)"/>'),
];

/** The fixed sample that stands where no work was named (copy deck, `contest.detail.demo`). */
export const sampleWork: Work = {
  id: '',
  ...sampleCopy['contest.detail.demo'],
  image: pictures,
  steps: sampleCopy['contest.detail.demo'].steps.map((stepDesc, at) => ({ image: stepPictures[at] ?? '', stepDesc })),
  status: workStatus.approved,
  submitTime: '',
  revision: null,
  mark: '',
  drawId2: 0,
  headImgUrl: '',
  editPermission: false,
  phone: '',
};
