import { installers, usePackages } from './packages/use-packages.ts';
import { test } from './story.ts';

for (const installer of installers)
  test(`packages installed by ${installer.name} work with plain tools`, async ({ packed }) => {
    test.setTimeout(600_000);
    await usePackages(packed, installer);
  });
