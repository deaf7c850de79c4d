import { expect, it } from 'vitest';
import { browserOf } from './browser-of.ts';

const webKit = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${blink} Chrome/88.0.4324.93 Mobile Safari/537.36`, 'Chrome 88'],
  [`${blink} Version/4.0 Chrome/120.0.1 Mobile Safari/537.36 CompanionApp/8.1.0`, 'Chrome 120'],
  [`${blink} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.1`, 'Edge 126'],
  [`${webKit} Version/15.4 Mobile/15E148 Safari/604.1`, 'Safari 15'],
  [`${webKit} Mobile/15E148 CompanionApp/8.1.0`, 'iOS 15'],
  [`${webKit} Mobile/15E148 MicroMessenger/8.0.40`, 'WeChat 8'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:98.0) Gecko/20100101 Firefox/98.0', 'Firefox 98'],
  ['curl/8.0', null],
  ['', null],
])('%s is %s', (userAgent, browser) => expect(browserOf(userAgent)).toBe(browser));
