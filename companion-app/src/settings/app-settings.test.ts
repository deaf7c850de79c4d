import { describe, expect, it } from 'vitest';
import { readAppSettings } from './app-settings.ts';

describe('readAppSettings', () => {
  it('reads both addresses and drops the slash at the end of the API base', () => {
    expect(readAppSettings('{"hostUrl":"http://localhost:4170/","apiBase":"http://localhost:4180/","more":1}')).toEqual({
      hostUrl: 'http://localhost:4170/',
      apiBase: 'http://localhost:4180',
    });
  });

  it.each([
    ['__APP_SETTINGS__', 'the block'],
    ['', 'the block'],
    ['[]', 'hostUrl'],
    ['{"hostUrl":"http://localhost:4170/"}', 'apiBase'],
    ['{"hostUrl":"javascript:alert(1)","apiBase":"http://a.example"}', 'hostUrl'],
    ['{"hostUrl":"/","apiBase":"http://a.example"}', 'hostUrl'],
  ])('%s is refused and names what is wrong', (text, named) => expect(() => readAppSettings(text)).toThrow(named));
});
