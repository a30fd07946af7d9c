import { prefectureId, prefectures } from '@kushi/values/prefecture'

/** The prefectures in Latin letters, in order of their ids. */
const romaji =
  'hokkaido aomori iwate miyagi akita yamagata fukushima ibaraki tochigi gunma saitama chiba tokyo kanagawa niigata toyama ishikawa fukui yamanashi nagano gifu shizuoka aichi mie shiga kyoto osaka hyogo nara wakayama tottori shimane okayama hiroshima yamaguchi tokushima kagawa ehime kochi fukuoka saga nagasaki kumamoto oita miyazaki kagoshima okinawa'.split(
    ' ',
  )

/** `東京都`, `東京`, `Tokyo`, `Tokyo-to`, `TŌKYŌ`, `Osaka Prefecture` → 13 …; null for anything else. */
export function amazonPrefecture(text: string): number | null {
  const name = text.trim().replace(/\s+/g, ' ')
  const exact = prefectureId(name)
  if (exact !== null || name === '') return exact
  const short = prefectures.findIndex((one) => one.replace(/[都府県]$/, '') === name)
  if (short >= 0) return short + 1
  const latin = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
  const bare = latin.replace(/[- ](to|fu|ken|prefecture|pref\.?)$/, '').replace(/oo|ou/g, 'o')
  const at = romaji.indexOf(bare === 'gumma' ? 'gunma' : bare)
  return at < 0 ? null : at + 1
}
