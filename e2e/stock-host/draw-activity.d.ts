declare module 'draw/activity' {
  import type { ActivityModule } from '@fridge/shared-contracts';

  const activity: ActivityModule;
  export default activity;
}
