import { rowsAsTable } from '@kushi/db/bulk-rows'
import { ad_cost } from '@kushi/db/schema/report'
import { sql } from 'drizzle-orm'
import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { readCosts } from '../rules/read-costs.ts'

/** The most problems that one answer names. */
const MOST_NAMED = 5

/**
 * 広告の費用: pasted lines replace what was known of their days and codes.
 * @throws ShopError 422 with the lines that can't be read; then nothing is saved
 */
export const saveAdCosts: AdminVerb<'POST /admin/v1/ad-costs'> = async (ctx, { pasted }) => {
  const read = readCosts(pasted)
  if ('problems' in read) {
    const more = read.problems.length - MOST_NAMED
    const message = [...read.problems.slice(0, MOST_NAMED), ...(more > 0 ? [`ほかに${more}行あります。`] : [])].join(
      '\n',
    )
    throw invalidFields([{ path: 'pasted', message_id: 'refused', message }])
  }
  const { costs } = read
  const days = costs.map(({ day }) => day).sort()
  await ctx.db.transaction(async (tx) => {
    const rows = costs.map((one) => ({ shop_id: ctx.shop_id, ...one }))
    await tx.execute(sql`
      insert into ${ad_cost} (shop_id, day, adcd, yen) select shop_id, day, adcd, yen from ${rowsAsTable(ad_cost, rows)}
      on conflict (shop_id, day, adcd) do update set yen = excluded.yen`)
    const sum = costs.reduce((total, { yen }) => total + yen, 0)
    await record(tx, ctx, {
      subject: 'ad_cost',
      subject_id: '',
      subject_name: `広告の費用 ${days[0]}〜${days.at(-1)}`,
      after: { pasted: `${costs.length}行・合計${sum.toLocaleString('ja-JP')}円` },
    })
  })
  return { days: costs.length }
}
