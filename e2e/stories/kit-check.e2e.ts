import { expect, test } from '@playwright/test';
import { buildFixture, runKit } from '../kit/run-kit.ts';

test('remote-kit check finds nothing in a remote that keeps the contract', async () => {
  const folder = await buildFixture('clean-remote');
  const { exitCode, stdout, stderr } = await runKit(folder, 'check', '--json');
  expect(JSON.parse(stdout), stderr).toMatchObject({
    name: 'picnic',
    routes: ['/picnic'],
    households: ['user', 'noFridge', 'guest', 'browser'],
    findings: [],
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('/picnic: right');
});

test('remote-kit check names what a remote breaks, each with what to do', async () => {
  const folder = await buildFixture('broken-remote');
  const { exitCode, stdout, stderr } = await runKit(folder, 'check', '--json', '--routes', '/vandal');
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; what: string; todo: string }[] }; // the kit's own answer
  const found = findings.map(({ rule, what }) => `${rule}: ${what}`).join('\n');
  for (const said of [
    /^styles: assets\/\S+\.css reaches out of its own classes: header$/m,
    /^styles: its stylesheet changes the host's own elements: header \{ letter-spacing: 3px \}/m,
    /^errors: while it opens an error isn't caught: Error: nobody catches this at assets\/vandal-screen/m,
    /^calls: it calls \/activity\/secret, which the release doesn't list/m,
    /^bridge: it calls choosePhotos of the app, which the release doesn't list/m,
    /^globals: it adds window\.vandal to the page$/m,
    /^globals: it adds Array\.prototype\.last to the page$/m,
    /^leftovers: .*a listener of it goes on: "scroll" on window/m,
    /^leftovers: .*a timer of it goes on: setInterval of 1000 ms/m,
    /^leftovers: .*a loop of frames of it goes on/m,
    /^leftovers: .*an observer of it goes on: MutationObserver/m,
    /^network: .*refuses an inline one \(style-src-elem\)/m,
    /^network: .*refuses https:\/\/third\.example \(connect-src\)/m,
    /^accessibility: axe, label/m,
    /^targets: .*button "x" \(20 by 20\)/m,
    /^shift: the screen moves under the user/m,
    /^width: at 320 px the page scrolls sideways/m,
  ])
    expect(found, stderr).toMatch(said);
  expect(findings.every(({ todo }) => todo.length > 10)).toBe(true);
  expect(exitCode).toBe(1);
});
