import type { CalendarDate } from '@kushi/values/calendar-date'
import type { AdCostColumn, AdCostColumnHeads } from '@kushi/values/report'
import { normalizeHead, readDay, readYen } from '../../../foundation/csv/rules/read-cell.ts'
import type { AdCost } from './read-costs.ts'

/** A line of a medium's file, by column. `reported` undefined: the file has no such column. */
export type AdCostFileLine = Record<Exclude<AdCostColumn, 'reported'>, string> & {
  reported?: string
  row: number
  /** One of its cells says that it is a sum. */
  isTotal: boolean
  /** The reason why its cells can't be separated. */
  broken?: string
}

/** The costs that were read from a medium's file. */
export interface ParsedAdCosts {
  costs: AdCost[]
  /** Adverts in the file that match no code of the shop, with their costs. */
  unknown: { ad_name: string; yen: number }[]
}

/** Words that heads of each role contain, the most telling first. */
const WORDS: readonly [AdCostColumn, readonly RegExp[]][] = [
  ['day', [/^(日付?|日別|年月日|day|date)$/i, /レポート開始日|reportingstarts/i, /日/, /date/i]],
  [
    'cost',
    [
      /^(費用|コスト|ご利用金額|利用金額|消化金額.*|消費金額|金額|cost|amountspent.*)$/i,
      /費用|コスト|金額|cost|spen[dt]/i,
    ],
  ],
  ['reported', [/^(コンバージョン数?|conversions?|結果|results?|成果数?)$/i]],
  ['ad', [/広告コード|adcd/i, /キャンペーン名|campaignname/i, /^(キャンペーン|campaign)$/i, /広告名|adname/i, /URL/i]],
]

/** Proposes a column for each role, for an operator to confirm. */
export function proposeAdCostColumns(heads: readonly string[]): Partial<AdCostColumnHeads> {
  const found: Partial<AdCostColumnHeads> = {}
  for (const [role, words] of WORDS) {
    const head = words
      .map((one) => heads.find((head) => one.test(normalizeHead(head))))
      .find((one) => one !== undefined)
    if (head !== undefined) found[role] = head
  }
  return found
}

const TOTAL = /^(合計|総合計|総計|小計|total)/i
const NONE = /^[-−–—―]*$/
const plain = (text: string) => text.normalize('NFKC').trim()
const MAX_YEN = 999_999_999

const MAX_COUNT = 9_999_999
/**
 * Reads a number of conversions, of which media count fractions (12.50); an empty cell is null. undefined: not
 * readable.
 */
function readCount(text: string): number | undefined {
  const written = plain(text).replaceAll(',', '')
  if (NONE.test(written)) return 0
  const count = /^\d{1,7}(\.\d+)?$/.test(written) ? Number(written) : undefined
  return count === undefined || count > MAX_COUNT ? undefined : count
}
const addCounts = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.round((a + b) * 100) / 100

/** Whether a row of a file is a total, by the words of its cells. */
export const hasTotalWord = (cells: Iterable<string>): boolean => [...cells].some((cell) => TOTAL.test(plain(cell)))

/** The code that an advert's address carries. */
const IN_URL = /[?&]adcd=([\w-]{1,64})(?:[&#]|$)/

/**
 * Returns a function that finds a registered ad code: by the code itself, by its name, or by a URL with it. If two
 * codes have the name, it finds none.
 */
export function adCodeFinder(
  campaigns: readonly { adcd: string; campaign_name: string }[],
): (ad: string) => string | null {
  const codes = new Set(campaigns.map(({ adcd }) => adcd))
  const named = Map.groupBy(campaigns, ({ campaign_name }) => plain(campaign_name))
  return (ad) => {
    const code = IN_URL.exec(ad)?.[1] ?? plain(ad)
    if (codes.has(code)) return code
    const own = named.get(code) ?? []
    return own.length === 1 ? own[0]!.adcd : null
  }
}

/**
 * Sums a file by day and code, because it has a line for each ad group. Skips the file's own totals, and lines without
 * advert and day. Returns the costs, or the errors, each with its line.
 */
export function readAdCostFile(
  lines: readonly AdCostFileLine[],
  codeOf: (ad: string) => string | null,
  today: CalendarDate,
): ParsedAdCosts | { problems: string[] } {
  const problems: string[] = []
  const costs = new Map<string, AdCost>()
  const unknown = new Map<string, number>()
  for (const { row, broken, ...line } of lines) {
    if (line.isTotal || (NONE.test(plain(line.day)) && NONE.test(plain(line.ad)))) continue
    const day = readDay(line.day)
    const yen = NONE.test(plain(line.cost)) ? 0 : readYen(line.cost)
    const reported = line.reported === undefined ? null : readCount(line.reported)
    const say = (problem: string) => problems.push(`${row}行目: ${problem}`)
    if (broken !== undefined) say(broken)
    else if (!day) say(`日付「${line.day.slice(0, 20)}」が読めません。`)
    else if (day > today) say(`日付「${line.day.slice(0, 20)}」は、まだ来ていません。`)
    else if (yen == null || yen < 0) say(`費用「${line.cost.slice(0, 20)}」は、円の数字ではありません。`)
    else if (reported === undefined) say(`成果「${line.reported!.slice(0, 20)}」は、数ではありません。`)
    else {
      const adcd = codeOf(line.ad)
      const name = plain(line.ad).slice(0, 60)
      const known = adcd === null ? undefined : costs.get(`${day} ${adcd}`)
      const sum = ((adcd === null ? unknown.get(name) : known?.yen) ?? 0) + yen
      const counted = addCounts(known?.reported ?? null, reported)
      if (sum > MAX_YEN) say('費用の合計が大きすぎます。')
      else if ((counted ?? 0) > MAX_COUNT) say('成果の合計が大きすぎます。')
      else if (adcd !== null) costs.set(`${day} ${adcd}`, { day, adcd, yen: sum, reported: counted })
      else if (yen > 0) unknown.set(name, sum)
    }
  }
  if (problems.length > 0) return { problems }
  return { costs: [...costs.values()], unknown: [...unknown].map(([ad_name, yen]) => ({ ad_name, yen })) }
}
