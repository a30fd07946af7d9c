import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { LINK_CODE_PREFIX } from '@kushi/values/promotion'
import { formatDateTime } from '@kushi/values/timestamp'
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { randomCouponCode } from '../internal/random-code.ts'
import { MAX_CODES_AT_ONCE, readCodeLines, type TypedCode } from '../rules/read-codes.ts'

const MOST = 100_000

async function named({ db, shop_id }: OperatorContext, id: number) {
  const [row] = await db
    .select({ id: promotion.id, promotion_name: promotion.promotion_name, ends_at: promotion.ends_at })
    .from(promotion)
    .where(and(eq(promotion.shop_id, shop_id), eq(promotion.id, id)))
  if (!row) throw notFound()
  return row
}

const ofPromotion = (shop_id: number, id: number) =>
  and(eq(promotion_code.shop_id, shop_id), eq(promotion_code.promotion_id, id))

/**
 * Adds codes to a promotion: one word, one for a link, those of a list, or random ones. No other promotion has them.
 * @throws ShopError 404, 422 for a word that is taken, 409
 */
export const addCodes: AdminHandler<'POST /admin/v1/promotions/{id}/codes'> = async (ctx, { id, ...asked }) => {
  const { shop_id } = ctx
  const { promotion_name } = await named(ctx, id)
  const listed = asked.kind === 'file' ? listedCodes(asked.pasted_codes) : null
  const wanted = listed?.length ?? (asked.kind === 'random' ? asked.count : 1)
  return ctx.db.transaction(async (tx) => {
    if ((await tx.$count(promotion_code, ofPromotion(shop_id, id))) + wanted > MOST)
      throw new ShopError(409, 'ERROR_TOO_MANY', `コードは、1つの特典に${MOST.toLocaleString('ja-JP')}枚までです。`)
    const max_uses = 'max_uses' in asked ? asked.max_uses : null
    const mark = asked.kind === 'link' ? LINK_CODE_PREFIX : ''
    const issued_to = 'issued_to' in asked ? asked.issued_to : ''
    const base = { shop_id, promotion_id: id, issued_to, max_uses, created_at: ctx.clock.now() }
    if (listed) {
      await refuseTaken(tx, shop_id, listed)
      await insertRows(
        tx,
        promotion_code,
        listed.map(({ line: _, ...one }) => ({ ...base, ...one, used: 0 })),
      )
      const after = { codes: wanted, max_uses }
      await recordAudit(tx, ctx, { subject: 'promotion', subject_id: id, subject_name: promotion_name, after })
      return { added: wanted }
    }
    let added = 0
    while (added < wanted) {
      const codes =
        asked.kind === 'word'
          ? [asked.code]
          : Array.from({ length: Math.min(1000, wanted - added) }, () => mark + randomCouponCode())
      const rows = await tx
        .insert(promotion_code)
        .values(codes.map((code) => ({ ...base, code })))
        .onConflictDoNothing()
        .returning({ id: promotion_code.id })
      if (asked.kind === 'word' && rows.length === 0) throw refusedField('code', 'このコードは、すでに使われています。')
      added += rows.length
    }
    const after = asked.kind === 'word' ? { code: asked.code } : { codes: added, max_uses }
    await recordAudit(tx, ctx, { subject: 'promotion', subject_id: id, subject_name: promotion_name, after })
    return { added }
  })
}

/** The most wrong lines that a message names. */
const MAX_NAMED = 20

function listedCodes(text: string): TypedCode[] {
  const { codes, problems } = readCodeLines(text)
  if (problems.length > 0) throw faults(problems)
  if (codes.length === 0) throw faults(['コードを1行ずつ入力してください。'])
  if (codes.length > MAX_CODES_AT_ONCE)
    throw faults([`一度に入れられるのは${MAX_CODES_AT_ONCE.toLocaleString('ja-JP')}行までです。`])
  return codes
}

function faults(problems: readonly string[]) {
  const more = problems.length - MAX_NAMED
  const named = [...problems.slice(0, MAX_NAMED), ...(more > 0 ? [`ほかに${more}行あります。`] : [])]
  return refusedField('pasted_codes', named.join('\n'))
}

/** @throws ShopError 422 for codes that this or another promotion has */
async function refuseTaken(tx: Tx, shop_id: number, listed: readonly TypedCode[]): Promise<void> {
  const words = sql.param(listed.map(({ code }) => code))
  const rows = await tx
    .select({ code: promotion_code.code })
    .from(promotion_code)
    .where(and(eq(promotion_code.shop_id, shop_id), sql`${promotion_code.code} = any(${words}::text[])`))
  const taken = new Set(rows.map(({ code }) => code))
  const problems = listed
    .filter(({ code }) => taken.has(code))
    .map(({ code, line }) => `${line}行目「${code}」: このコードは、すでに使われています。`)
  if (problems.length > 0) throw faults(problems)
}

interface CodeRow {
  code: string
  issued_to: string
  max_uses: number | null
  ends_at: Date | null
  used_at: Date | null
  order_no: string | null
}

const columns = [
  { head: 'コード', of: (row: CodeRow) => row.code },
  { head: '発行先', of: (row: CodeRow) => row.issued_to },
  { head: '使える回数', of: (row: CodeRow) => row.max_uses },
  { head: '期限', of: (row: CodeRow) => row.ends_at && formatDateTime(row.ends_at.getTime()) },
  { head: '使用日時', of: (row: CodeRow) => row.used_at && formatDateTime(row.used_at.getTime()) },
  { head: '注文番号', of: (row: CodeRow) => row.order_no },
]

/** クーポンコードのCSV: a row for each use of a code, and one for a code that is not used yet. */
export const exportCodes: AdminHandler<'POST /admin/v1/promotions/{id}/codes/export'> = async (
  ctx,
  { id, encoding },
) => {
  const found = await named(ctx, id)
  await recordExport(ctx, 'クーポンコード', { promotion_name: found.promotion_name })
  return csvFile(`coupons-${id}`, columns, encoding, pages(ctx, found))
}

async function* pages(
  { db, shop_id }: OperatorContext,
  { id, ends_at }: { id: number; ends_at: Date | null },
): AsyncGenerator<CodeRow[]> {
  for (let after = 0; ; ) {
    const codes = await db
      .select()
      .from(promotion_code)
      .where(and(ofPromotion(shop_id, id), gt(promotion_code.id, after)))
      .orderBy(asc(promotion_code.id))
      .limit(1000)
    if (codes.length === 0) return
    const last = codes.at(-1)!.id
    const uses = await db
      .select({
        code_id: promotion_use.promotion_code_id,
        used_at: promotion_use.created_at,
        order_no: orders.order_no,
      })
      .from(promotion_use)
      .innerJoin(orders, and(eq(orders.shop_id, promotion_use.shop_id), eq(orders.id, promotion_use.order_id)))
      .where(
        and(
          eq(promotion_use.shop_id, shop_id),
          eq(promotion_use.promotion_id, id),
          isNull(promotion_use.released_at),
          inArray(
            promotion_use.promotion_code_id,
            codes.map((code) => code.id),
          ),
        ),
      )
      .orderBy(desc(promotion_use.id))
    const of = Map.groupBy(uses, ({ code_id }) => code_id)
    yield codes.flatMap(({ id: code_id, code, issued_to, max_uses }) => {
      const row = { code, issued_to, max_uses, ends_at }
      const own = of.get(code_id) ?? [{ used_at: null, order_no: null }]
      return own.map(({ used_at, order_no }) => ({ ...row, used_at, order_no }))
    })
    after = last
  }
}
