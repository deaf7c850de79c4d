/** Number, date and level formats (copy deck, section 0.2). */
export const formatCopy = {
  'fmt.users.over': '{w}W+',
  'fmt.users.plain': '{n}',
  'fmt.avgOpen': '{m}分{s}秒',
  'fmt.temp.value': '{n}℃',
  'fmt.temp.over': '超过10℃',
  'fmt.percent': '{n}%',
  'fmt.date': '{Y}年{M}月{D}日',
  'fmt.dateShort': '{M}月{D}日',
  'fmt.time': '{HH}:{mm}',
  'fmt.dateTime': '{Y}年{M}月{D}日 {HH}:{mm}',
  'fmt.level.1': '一等奖',
  'fmt.level.2': '二等奖',
  'fmt.level.3': '三等奖',
  'fmt.level.4': '四等奖',
  'fmt.level.5': '五等奖',
  'fmt.level.6': '六等奖',
} as const;
