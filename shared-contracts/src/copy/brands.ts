/** Copy deck, section 2.12. */
export const brandCopy = {
  'brand.0.name': '智能冰箱',
  'brand.0.tagline': '每一天，都新鲜',
  'brand.1.name': '臻享冰箱',
  'brand.1.tagline': '于细微处，见生活',
  'brand.2.name': '轻享冰箱',
  'brand.2.tagline': '轻松生活，刚刚好',
} as const;
