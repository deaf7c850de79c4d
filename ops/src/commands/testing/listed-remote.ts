/** A remote of which pages get 1.0.0, as the server lists it. */
export const listedRemote = (fields: object = {}) => ({
  name: 'draw',
  state: 'on',
  release: 'latest',
  canary: null,
  version: '1.0.0',
  entry: {
    enabled: true,
    pin: null,
    title: '幸运大转盘',
    description: '',
    routes: ['/draw'],
    entry: 'http://localhost:4172/remoteEntry.js',
    version: '1.0.0',
  },
  problems: [],
  gaveWay: [],
  ...fields,
});
