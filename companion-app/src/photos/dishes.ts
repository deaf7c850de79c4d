/** One kind of piece on a plate. Sizes are parts of the plate's radius. */
export type Layer = {
  shape: 'chunk' | 'round' | 'strand' | 'leaf' | 'crescent' | 'pool';
  colours: readonly string[];
  count: number;
  size: number;
  /** How far from the middle the pieces lie. */
  spread: number;
};

/** A dish as our own pictures show it: seen from above, on a table by a window. */
export type Dish = { file: string; label: string; table: readonly [string, string]; plate: string; layers: readonly Layer[] };

const scallion: Layer = { shape: 'round', colours: ['#5f9a3b', '#8fbf55', '#3f7a2c'], count: 26, size: 0.035, spread: 0.55 };

export const dishes: readonly Dish[] = [
  {
    file: 'tomato-egg.jpg', label: '番茄炒蛋', table: ['#b98a5b', '#8a5f39'], plate: '#f7f4ee',
    layers: [
      { shape: 'pool', colours: ['#d9592a'], count: 1, size: 0.62, spread: 0 },
      { shape: 'chunk', colours: ['#f5c542', '#f8d56b', '#eeb22e'], count: 34, size: 0.2, spread: 0.5 },
      { shape: 'crescent', colours: ['#d8321f', '#e24a30', '#b92616'], count: 22, size: 0.19, spread: 0.5 },
      scallion,
    ],
  },
  {
    file: 'dumplings.jpg', label: '水饺', table: ['#41505c', '#27323b'], plate: '#dfe9ee',
    layers: [
      { shape: 'crescent', colours: ['#f6ead2', '#efdfc0', '#fbf3e2'], count: 18, size: 0.4, spread: 0.58 },
      { shape: 'leaf', colours: ['#4f8f3a', '#6aa64e'], count: 8, size: 0.1, spread: 0.3 },
    ],
  },
  {
    file: 'noodles.jpg', label: '葱油拌面', table: ['#7d5a44', '#543a2b'], plate: '#314653',
    layers: [
      { shape: 'pool', colours: ['#6b3d17'], count: 1, size: 0.7, spread: 0 },
      { shape: 'strand', colours: ['#e8c07a', '#d9a95c', '#f0cf93'], count: 150, size: 0.55, spread: 0.42 },
      { shape: 'strand', colours: ['#3c6b25', '#557f2f'], count: 16, size: 0.2, spread: 0.35 },
    ],
  },
  {
    file: 'greens.jpg', label: '清炒时蔬', table: ['#d8cdbb', '#b5a68e'], plate: '#fbfbf8',
    layers: [
      { shape: 'leaf', colours: ['#3f8a34', '#58a146', '#2c6b27', '#79b85d'], count: 42, size: 0.34, spread: 0.48 },
      { shape: 'strand', colours: ['#d9ecc0', '#c4dfa0'], count: 18, size: 0.24, spread: 0.4 },
      { shape: 'round', colours: ['#f3e7c8', '#e9d8ae'], count: 12, size: 0.06, spread: 0.5 },
    ],
  },
  {
    file: 'fruit.jpg', label: '水果拼盘', table: ['#86a9a0', '#5f8379'], plate: '#fff8ee',
    layers: [
      { shape: 'crescent', colours: ['#f59a23', '#f7b04a'], count: 12, size: 0.42, spread: 0.58 },
      { shape: 'round', colours: ['#d2233c', '#b01c33', '#e2475a'], count: 16, size: 0.21, spread: 0.52 },
      { shape: 'round', colours: ['#3d3f78', '#54569a', '#2d2f60'], count: 30, size: 0.12, spread: 0.56 },
      { shape: 'leaf', colours: ['#4fa05a'], count: 5, size: 0.12, spread: 0.25 },
    ],
  },
  {
    file: 'tofu-soup.jpg', label: '番茄豆腐汤', table: ['#ac7f5b', '#7c5637'], plate: '#f2e9dc',
    layers: [
      { shape: 'pool', colours: ['#e07a35'], count: 1, size: 0.8, spread: 0 },
      { shape: 'chunk', colours: ['#fbf4e4', '#f4ead2'], count: 19, size: 0.17, spread: 0.55 },
      { shape: 'crescent', colours: ['#cf3b22'], count: 9, size: 0.15, spread: 0.5 },
      scallion,
    ],
  },
  {
    file: 'braised-pork.jpg', label: '红烧肉', table: ['#5d4433', '#3a291e'], plate: '#e9e4da',
    layers: [
      { shape: 'pool', colours: ['#7c2e12'], count: 1, size: 0.6, spread: 0 },
      { shape: 'chunk', colours: ['#8d3a1b', '#a44a26', '#6d2810', '#b86a3e'], count: 26, size: 0.24, spread: 0.46 },
      scallion,
    ],
  },
  {
    file: 'rice-bowl.jpg', label: '玉米青豆饭', table: ['#c7b59a', '#a08c6d'], plate: '#3f5d6b',
    layers: [
      { shape: 'pool', colours: ['#f7f2e6'], count: 1, size: 0.74, spread: 0 },
      { shape: 'strand', colours: ['#fffaf0', '#efe7d4', '#e4dac2'], count: 320, size: 0.06, spread: 0.62 },
      { shape: 'round', colours: ['#f2c230', '#f7d35c'], count: 46, size: 0.055, spread: 0.55 },
      { shape: 'round', colours: ['#5b9a3c', '#76b154'], count: 34, size: 0.06, spread: 0.55 },
    ],
  },
  {
    file: 'cucumber.jpg', label: '凉拌黄瓜', table: ['#e7e2d8', '#c8c0b1'], plate: '#eef3f2',
    layers: [
      { shape: 'round', colours: ['#b9d98f', '#cbe4a8', '#a4c978'], count: 34, size: 0.24, spread: 0.54 },
      { shape: 'strand', colours: ['#c92f1d', '#dd4b2f'], count: 12, size: 0.12, spread: 0.45 },
      { shape: 'round', colours: ['#f6ecd6', '#d8c49a'], count: 40, size: 0.025, spread: 0.55 },
    ],
  },
];
