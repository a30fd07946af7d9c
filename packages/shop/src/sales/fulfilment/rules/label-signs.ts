import { DASH_CHARACTERS } from '@kushi/values/text'

/**
 * The characters that carriers print: the 6,879 of JIS X 0208 and ASCII without quotes and commas; nothing that a
 * carrier's font may lack. Windows' table also contains 機種依存文字 (①㈱Ⅱ髙), so a form accepts them, but a carrier's program
 * does not.
 */
const printableSigns: ReadonlySet<string> = readSigns()

function readSigns(): ReadonlySet<string> {
  const signs = new Set<string>()
  for (let code = 0x20; code < 0x7f; code++) signs.add(String.fromCharCode(code))
  for (const sign of '",') signs.delete(sign)
  const pairs: number[] = []
  for (let lead = 0x81; lead <= 0xea; lead++) {
    // 85–87 are NEC's special characters, A0–DF half-width katakana.
    if ((lead >= 0x85 && lead <= 0x87) || (lead >= 0xa0 && lead <= 0xdf)) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) pairs.push(lead, trail)
  }
  for (const sign of new TextDecoder('shift_jis').decode(new Uint8Array(pairs))) if (sign !== '\ufffd') signs.add(sign)
  // An ordinary space replaces the ideographic one and is shorter.
  signs.delete('\u3000')
  return signs
}

/** 異体字 of names and places, with the everyday form with which mail still arrives. */
const everyday: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '髙高 﨑崎 𠮷吉 濵浜 德徳 瀨瀬 增増 橫横 黑黒 緖緒 淸清 靑青 閒間 悅悦 敎教 昻昂 桒桑 栁柳 綠緑 薰薫 賴頼 郞郎 鄕郷 靏鶴 ' +
    '寬寛 冝宜 嵓岩 勛勲 凬風 杦杉 曺曹 甁瓶 贒賢 﨔欅 﨣赳 喆哲 厲励 羡羨 㐂喜 𣘺橋 𠀋丈 𥔎崎 𡈽土 𣳾泰 ' +
    // Variants that newer typefaces have as characters of their own.
    '𠮟叱 剝剥 頰頬 塡填 醬醤 蟬蝉 鷗鴎 麵麺 瘦痩 繫繋 摑掴 嚙噛 簞箪 瀆涜 禱祷 萊莱 顚顛 驒騨'
  )
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

/** Lookalikes: other systems use these characters where Windows has its own. Dashes are in `@kushi/values/text`. */
const twins: Readonly<Record<string, string>> = {
  '〜': '～',
  '—': '―',
  '‖': '∥',
  '¥': '￥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '“': '”',
  '’': "'",
  '‘': "'",
  '"': '',
  ',': ' ',
  '，': ' ',
  '\u3000': ' ',
  '\u00a0': ' ',
}

/** The characters of the text that can't be printed, each once; an emoji of several code points counts as one. */
export function unprintableCharacters(text: string): string[] {
  if (isPrintable(text)) return []
  const seen = [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
  return [...new Set(seen.filter((segment) => !isPrintable(segment)))]
}

/**
 * Replaces characters that can't be printed: ㈱ by (株), ① by 1, Ⅱ by II, 髙 by 高, ﾊｲﾂ by ハイツ; removes emoji. A character
 * without an everyday form stays, and an operator decides.
 */
export function replaceUnprintable(text: string): string {
  return [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text.normalize('NFC'))]
    .map(({ segment }) => signOf(segment))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

function signOf(segment: string): string {
  if (isPrintable(segment)) return segment
  // Characters that only change the look of the one before them, or are invisible.
  const base = segment.replace(/[\p{Cf}\p{Cc}\p{Me}\p{Variation_Selector}]/gu, '')
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}|[\p{Co}\ufffd]/u.test(base)) return ''
  const plain = everydayOf(base) ?? [...base.normalize('NFKC')].map((sign) => everydayOf(sign) ?? sign).join('')
  return isPrintable(plain) ? plain : segment
}

const isPrintable = (text: string) => [...text].every((sign) => printableSigns.has(sign))
const everydayOf = (sign: string): string | undefined =>
  twins[sign] ?? everyday[sign] ?? (DASH_CHARACTERS.includes(sign) ? '-' : undefined)

const isHalf = (sign: string) => sign <= '\u007e'

/** The printed width: 全角 counts 2, 半角 1. */
export const printedWidth = (text: string): number => [...text].reduce((sum, sign) => sum + (isHalf(sign) ? 1 : 2), 0)
