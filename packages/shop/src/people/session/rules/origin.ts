const first = (text: string, table: readonly (readonly [pattern: RegExp, name: string])[]): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
/** The first match counts, because a browser names several: Edge also names Chrome, and most also name Safari. */
const browsers = [
  [/ Line\//, 'LINE'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** Returns the device of a session in its owner's words: 「iPhone・Safari」. */
export const deviceText = (user_agent: string): string =>
  [first(user_agent, systems), first(user_agent, browsers)].filter(Boolean).join('・') || '不明な端末'

/** Returns a coarse network: an IPv4 address without its last part, an IPv6 address by its first 48 bits. */
export function coarseNetworkText(ip: string): string {
  const v4 = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip)?.[1]
  if (v4) return `${v4}.*`
  return ip.includes(':') ? `${ip.split(':').slice(0, 3).join(':')}::` : ''
}
