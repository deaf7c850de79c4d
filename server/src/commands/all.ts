import { couponCommands } from '../activities/campaign/coupon-commands.ts';
import { workCommands } from '../activities/contest/work-commands.ts';
import { codeCommands } from '../activities/draw/code-commands.ts';
import { drawCommands } from '../activities/draw/draw-commands.ts';
import { prizeCommands } from '../prizes/prize-commands.ts';
import { reportCommands } from '../activities/report/report-commands.ts';
import { configCommands } from '../documents/config-commands.ts';
import { healthCommands } from '../visits/health/health-commands.ts';
import { historyCommands } from '../history/history-commands.ts';
import { caseCommands } from '../households/case-commands.ts';
import { householdCommands } from '../households/import-households.ts';
import { laterCommands } from '../later/later-commands.ts';
import { linkCommands } from '../admission/operators/operator-links.ts';
import { noticeCommands } from '../operations/notice-commands.ts';
import { statusCommands } from '../operations/status-commands.ts';
import { todayCommands } from '../operations/today-commands.ts';
import { userCommands } from '../households/user-commands.ts';
import { releaseCommands } from '../releases/release-commands.ts';
import { teamCommands } from '../releases/teams/team-commands.ts';
import { trackingCommands } from '../visits/tracking-commands.ts';
import type { Commands } from './table.ts';

/** Everything that an operator or a team changes or asks. Each area declares its own beside its rules. */
export const commands = {
  ...statusCommands,
  ...todayCommands,
  ...noticeCommands,
  ...releaseCommands,
  ...teamCommands,
  ...configCommands,
  ...historyCommands,
  ...laterCommands,
  ...drawCommands,
  ...codeCommands,
  ...couponCommands,
  ...workCommands,
  ...linkCommands,
  ...prizeCommands,
  ...reportCommands,
  ...householdCommands,
  ...userCommands,
  ...caseCommands,
  ...trackingCommands,
  ...healthCommands,
} as const satisfies Commands;
