import { shop } from '@kushi/db/schema/shop'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { letter } from '../../mail/index.ts'
import { enqueueMail } from '../../outbox/index.ts'
import type { Difference } from './list-differences.ts'

/** New differences with a provider, to each shop that has any; the same ones once. */
export async function mailDifferences(ctx: Context, found: readonly Difference[]): Promise<void> {
  for (const [shopId, own] of Map.groupBy(found, (one) => one.shop)) {
    const [seller] = await ctx.db.select().from(shop).where(eq(shop.id, shopId))
    const lines = own.map(
      (one) => `${one.order_no}(${one.method} / ${one.number})\n  当店: ${one.ours}\n  決済会社: ${one.theirs}`,
    )
    const key = `payment-differences:${own.map((one) => `${one.payment_id}@${one.since}`).join(',')}`
    await ctx.db.transaction((tx) =>
      enqueueMail(tx, shopId, key, {
        to: seller!.email,
        subject: `【${seller!.shop_name}】決済の記録に差異が${own.length}件あります`,
        text: letter(
          seller!,
          'ご担当者',
          '当店と決済会社の記録が一致しない決済が見つかりました。決済会社の管理画面とあわせてご確認ください。',
          lines.join('\n'),
        ),
      }),
    )
  }
}
