import { expect, test } from '@playwright/test';
import { buildFixture, runKit } from '../kit/run-kit.ts';

/** Each waits for the host's own limits. */
const broken = [
  [
    '/vandal/crash',
    /the screen throws while it is drawn: Error: no prizes at all at \S+ \(src\/screens\/crash-screen\.tsx:\d+:\d+/,
  ],
  ['/vandal/hang', /the screen suspends and never resolves/],
  ['/vandal/empty', /the screen draws neither an element nor a text/],
  [
    '/vandal/leave',
    /it throws while it is left: Error: nothing to clean up at src\/screens\/leave-screen\.tsx:\d+:\d+/,
  ],
  ['/vandal/loop', /the page stops answering: its code doesn't come to an end/],
  [
    '/vandal/lie',
    /the screen takes its place, .*p "You have won" at \S+ \(.*\) goes .*; h1 "Lie" at \S+ \(.*\) moves to/,
  ],
] as const;

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
    /^errors: while it opens an error isn't caught: Error: nobody catches this at src\/screens\/vandal-screen\.tsx:\d+:\d+/m,
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

test('remote-kit check says why a screen does not open, or fails as it is left', async () => {
  const folder = await buildFixture('broken-remote');
  const routes = broken.map(([route]) => route).join(',');
  const { exitCode, stdout, stderr } = await runKit(folder, 'check', '--json', '--routes', routes);
  expect(exitCode, stderr).toBe(1);
  const { findings } = JSON.parse(stdout) as { findings: { route: string | null; what: string }[] }; // the kit's own answer
  for (const [route, said] of broken)
    expect(
      findings
        .filter((each) => each.route === route)
        .map(({ what }) => what)
        .join('\n'),
      route,
    ).toMatch(said);
});

test('remote-kit check says what to do where it can not begin', async () => {
  const folder = await buildFixture('clean-remote');
  const wrong = await runKit(folder, 'check', '--routes', '/park');
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('has no route /park. It has /picnic.')]);
  const unbuilt = await runKit(`${folder}/src`, 'check');
  expect([unbuilt.exitCode, unbuilt.stderr]).toEqual([2, expect.stringContaining('has no remote-kit.json')]);
});
