import { describe, expect, it } from 'vitest';
import { readAppSettings } from './app-settings.ts';

describe('readAppSettings', () => {
  it('reads both addresses and drops the slash at the end of the API base', () => {
    expect(readAppSettings('{"hostUrl":"http://localhost:4170/","apiBase":"http://localhost:4180/","more":1}')).toEqual(
      {
        hostUrl: 'http://localhost:4170/',
        apiBase: 'http://localhost:4180',
      },
    );
  });

  it('reads the key of report links where there is one', () => {
    const settings = {
      hostUrl: 'http://localhost:4170/',
      apiBase: 'http://localhost:4180',
      reportLinkKey: '0123456789abcdef',
    };
    expect(readAppSettings(JSON.stringify(settings))).toEqual(settings);
  });

  it.each([
    ['{"hostUrl":"http://a.example","apiBase":"http://a.example","reportLinkKey":"short"}', 'reportLinkKey'],
    ['__APP_SETTINGS__', 'the block'],
    ['', 'the block'],
    ['[]', 'hostUrl'],
    ['{"hostUrl":"http://localhost:4170/"}', 'apiBase'],
    ['{"hostUrl":"javascript:alert(1)","apiBase":"http://a.example"}', 'hostUrl'],
    ['{"hostUrl":"/","apiBase":"http://a.example"}', 'hostUrl'],
  ])('%s is refused and names what is wrong', (text, named) => expect(() => readAppSettings(text)).toThrow(named));
});
