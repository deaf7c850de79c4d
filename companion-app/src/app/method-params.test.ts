import { describe, expect, it } from 'vitest';
import { readParams } from './bridge-methods.ts';

const card = { channels: ['wx'], title: 't', description: 'd', link: 'http://h/share', image: '' };

describe('readParams', () => {
  it.each([
    ['choosePhotos', { max: 1 }],
    ['choosePhotos', { max: 9 }],
    ['share', card],
    ['openWebView', { url: 'http://h/', title: '' }],
    ['cloudRequest', { path: 'user/info', body: { a: 1 } }],
    ['setHeader', { visible: false }],
  ] as const)('%s takes %j', (method, params) => expect(readParams(method, params)).toEqual(params));

  it.each([
    ['choosePhotos', { max: 0 }, 'choosePhotos: max'],
    ['choosePhotos', { max: 10 }, 'choosePhotos: max'],
    ['choosePhotos', { max: 1.5 }, 'choosePhotos: max'],
    ['choosePhotos', undefined, 'choosePhotos: params'],
    ['share', { ...card, channels: [] }, 'share: channels'],
    ['share', { ...card, channels: ['sms'] }, 'share: channels.0'],
    ['share', { ...card, link: '' }, 'share: link'],
    ['openWebView', { title: 'x' }, 'openWebView: url'],
    ['setHeader', { visible: 'no' }, 'setHeader: visible'],
  ] as const)('%s refuses %j', (method, params, named) => expect(() => readParams(method, params)).toThrow(named));
});
