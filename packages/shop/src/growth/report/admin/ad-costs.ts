import { valuesTableSql } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { ad_campaign } from '@kushi/db/schema/advertisement'
import { ad_cost, ad_cost_layout } from '@kushi/db/schema/report'
import {
  AD_COST_COLUMN_NAME,
  AD_COST_COLUMNS,
  type AdCostColumnHeads,
  isRequiredAdCostColumn,
} from '@kushi/values/report'
import { eq, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { bytesSource, headsFingerprint, openCsvSheet } from '../../../foundation/csv/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import {
  type AdCostFileLine,
  adCodeFinder,
  hasTotalWord,
  proposeAdCostColumns,
  readAdCostFile,
} from '../rules/read-cost-file.ts'
import { type AdCost, readPastedAdCosts } from '../rules/read-costs.ts'

/** The most problems that one answer names. */
const MAX_NAMED = 5

function sayProblems(problems: readonly string[]): string {
  const more = problems.length - MAX_NAMED
  return [...problems.slice(0, MAX_NAMED), ...(more > 0 ? [`ほかに${more}行あります。`] : [])].join('\n')
}

const refusedFile = (message: string) => new ShopError(422, 'ERROR_AD_COST_FILE', message)

const sumOf = (all: readonly { yen: number }[]) => all.reduce((total, { yen }) => total + yen, 0)

/** Writes costs: they replace the costs of their days and codes. Counts of a medium stay if the file has none. */
async function writeCosts(tx: Tx, ctx: OperatorQueryContext, costs: readonly AdCost[], more: object): Promise<void> {
  const days = costs.map(({ day }) => day).sort()
  const rows = costs.map((one) => ({ shop_id: ctx.shop_id, ...one }))
  await tx.execute(sql`
    insert into ${ad_cost} (shop_id, day, adcd, yen, reported) select shop_id, day, adcd, yen, reported from ${valuesTableSql(ad_cost, rows)}
    on conflict (shop_id, day, adcd) do update set yen = excluded.yen, reported = coalesce(excluded.reported, ${ad_cost}.reported)`)
  await recordAudit(tx, ctx, {
    subject: 'ad_cost',
    subject_id: '',
    subject_name: `広告の費用 ${days[0]}〜${days.at(-1)}`,
    after: { ...more, pasted: `${costs.length}行・合計${sumOf(costs).toLocaleString('ja-JP')}円` },
  })
}

/**
 * 広告の費用, pasted.
 * @throws ShopError 422 with the lines that can't be read; then nothing is saved
 */
export const saveAdCosts: AdminHandler<'POST /admin/v1/ad-costs'> = async (ctx, { pasted }) => {
  const read = readPastedAdCosts(pasted)
  if ('problems' in read) throw refusedField('pasted', sayProblems(read.problems))
  await ctx.db.transaction((tx) => writeCosts(tx, ctx, read.costs, {}))
  return { days: read.costs.length }
}

/** Rows that a person sees when asked for the columns. */
const SAMPLE = 5
const MAX_ROWS = 50_000
const MAX_UNKNOWN = 20

/**
 * 広告の費用 from a file of an ad medium. If its headers are known or the columns are given, the costs are saved and the
 * columns are remembered. Otherwise the answer asks for the columns. The file itself is not stored.
 * @throws ShopError 422 for no table, for columns that it has not, and with the lines that can't be read; then nothing
 * is saved
 */
export const importAdCostFile: AdminHandler<'POST /admin/v1/ad-costs/files'> = async (
  ctx,
  { name, content, ...given },
) => {
  const { db, shop_id } = ctx
  const layouts = await db
    .select({ head_sign: ad_cost_layout.head_sign, columns: ad_cost_layout.columns })
    .from(ad_cost_layout)
    .where(eq(ad_cost_layout.shop_id, shop_id))
  const remembered = new Map(layouts.map(({ head_sign, columns }) => [head_sign, columns]))
  const { heads, rows } = await openCsvSheet(bytesSource(content), (found) => remembered.has(headsFingerprint(found)))
  const head_sign = headsFingerprint(heads)
  const known = remembered.get(head_sign)
  const columns = columnsOf(heads, given) ?? known
  const sample: string[][] = []
  const lines: AdCostFileLine[] = []
  for await (const { row, cells, ...rest } of rows) {
    if (sample.length < SAMPLE) sample.push([...cells.values()].map((cell) => cell.slice(0, 60)))
    else if (!columns) break
    if (!columns) continue
    if (lines.length === MAX_ROWS)
      throw refusedFile(`一度に入れられるのは${MAX_ROWS.toLocaleString('ja-JP')}行までです。`)
    const cellOf = (head: string) => cells.get(head) ?? ''
    const { reported } = columns
    const read = {
      ...{ day: cellOf(columns.day), ad: cellOf(columns.ad), cost: cellOf(columns.cost) },
      ...(reported !== undefined && { reported: cellOf(reported) }),
    }
    const broken = 'message' in rest ? { broken: rest.message as string } : {}
    lines.push({ row, ...read, isTotal: hasTotalWord(cells.values()), ...broken })
  }
  const answer = { heads, rows: sample, columns: columns ?? proposeAdCostColumns(heads) }
  if (!columns) return { ...answer, taken: null }
  const campaigns = await db
    .select({ adcd: ad_campaign.adcd, campaign_name: ad_campaign.campaign_name })
    .from(ad_campaign)
    .where(eq(ad_campaign.shop_id, shop_id))
  const read = readAdCostFile(lines, adCodeFinder(campaigns), ctx.clock.today())
  if ('problems' in read) throw refusedFile(sayProblems(read.problems))
  const { costs, unknown } = read
  if (costs.length === 0)
    throw refusedFile(
      unknown.length === 0
        ? '費用の行がありません。'
        : `「${unknown[0]!.ad_name}」などの名前は、広告コードにも、その名前にもありません。「広告コード」で登録するか、列を選び直してください。`,
    )
  await db.transaction(async (tx) => {
    if (columns !== known)
      await tx
        .insert(ad_cost_layout)
        .values({ shop_id, head_sign, columns, updated_at: ctx.clock.now() })
        .onConflictDoUpdate({
          target: [ad_cost_layout.shop_id, ad_cost_layout.head_sign],
          set: { columns, updated_at: ctx.clock.now() },
        })
    await writeCosts(tx, ctx, costs, {
      file: name,
      settlement_columns: AD_COST_COLUMNS.flatMap((role) => columns[role] ?? []).join('、'),
    })
  })
  return {
    ...answer,
    taken: {
      lines: costs.length,
      yen: sumOf(costs),
      unknown: unknown.sort((a, b) => b.yen - a.yen).slice(0, MAX_UNKNOWN),
      unknown_yen: sumOf(unknown),
    },
  }
}

/** The columns that a person chose. @throws ShopError 422 unless those that must be are chosen among the heads, each once */
function columnsOf(
  heads: readonly string[],
  given: { [role in keyof AdCostColumnHeads as `${role}_head`]?: string | undefined },
): AdCostColumnHeads | null {
  const chosen = AD_COST_COLUMNS.map((role) => given[`${role}_head`])
  if (chosen.every((head) => head === undefined)) return null
  for (const [n, role] of AD_COST_COLUMNS.entries()) {
    const head = chosen[n] ?? ''
    const label = AD_COST_COLUMN_NAME[role]
    if (head === '' && !isRequiredAdCostColumn(role)) continue
    if (head === '' || !heads.includes(head)) throw refusedField(`${role}_head`, `「${label}」の列を選んでください。`)
    if (chosen.indexOf(head) !== n)
      throw refusedField(`${role}_head`, `「${label}」には、ほかと違う列を選んでください。`)
  }
  return Object.fromEntries(
    AD_COST_COLUMNS.flatMap((role, n) => (chosen[n] ? [[role, chosen[n]]] : [])),
  ) as unknown as AdCostColumnHeads
}
