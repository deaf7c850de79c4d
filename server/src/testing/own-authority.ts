import { createPrivateKey, X509Certificate } from 'node:crypto';

const key = createPrivateKey({
  key: Buffer.from(
    [
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghHBgh/p5k2ADXjA+xy5TSunAwrnr2YL8NIAKojEqZb+hRANC',
      'AAQZb0ndP3QzmAOXOCF44OKp2zWN60YEE2kTVFfSBQU0d0mV6G2YZ1PB3hHkylzihvOVIKgbxPZDHowDrvd9D+xX',
    ].join(''),
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

/** Key and certificate of an origin on `localhost` that is its own authority, of no worth to anybody. */
export const ownAuthority = {
  key: key.export({ format: 'pem', type: 'pkcs8' }),
  cert: new X509Certificate(
    Buffer.from(
      [
        'MIIBlTCCATugAwIBAgIUBOd8Ry4bTCBB5Du4cz6KDfDDNBYwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAX',
        'DTI2MTEyMjIxMDI0OFoYDzIxMjYxMDI5MjEwMjQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO',
        'PQMBBwNCAAQZb0ndP3QzmAOXOCF44OKp2zWN60YEE2kTVFfSBQU0d0mV6G2YZ1PB3hHkylzihvOVIKgbxPZDHowDrvd9D+xX',
        'o2kwZzAdBgNVHQ4EFgQUKHoxiPuYpzJU80YnKVndNfReYpswHwYDVR0jBBgwFoAUKHoxiPuYpzJU80YnKVndNfReYpswDwYD',
        'VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIgIuGgr1NW4BLUKsbdr4ivBXuV',
        '2FX9hohRBOnUnFXi34kCIQCWOus4nZXC/L9PJ0bOy3yxIhRcx6H6xIB6cc2fGGC4sw==',
      ].join(''),
      'base64',
    ),
  ).toString(),
};
