export { demonstrationSettings } from './demo-settings.ts';
export { demoRoutes } from './demo-routes.ts';
export { requireOwnDatabase } from './own-database.ts';
export { seedDemonstration } from './seed-demonstration.ts';
export { seedWorks } from './seed-works.ts';
export { publishBuilds } from './publish-builds.ts';
