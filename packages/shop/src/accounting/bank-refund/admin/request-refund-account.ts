import { bank_refund } from '@kushi/db/schema/bank-refund'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { paymentMethodName } from '@kushi/values/payment-method'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { formatYen } from '@kushi/values/yen'
import { and, eq, inArray } from 'drizzle-orm'
import { contextInTransaction } from '../../../context.ts'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { loadShop, shopUrl } from '../../../foundation/setting/index.ts'
import { composeMail, enqueueMail, reachableEmail } from '../../../messaging/message/index.ts'
import { hashToken, newToken } from '../../../people/session/index.ts'
import { buyerColumns, buyerGreeting, findShopOrder, lockOrder } from '../../../sales/order/index.ts'
import { isRefundDue, REFUND_DUE_HOURS, refuseUnansweredRefund } from '../../../sales/payment/index.ts'
import { ShopError } from '../../../shop-error.ts'
import {
  bankRefundAuditSubject,
  bankRefundStateError,
  lockBankRefund,
  REFUND_LINK_DAYS,
  setBankRefundState,
} from '../internal/bank-refund-row.ts'

/**
 * 振込先のお伺い: mails the customer a link to enter the bank account for the money owed on the order. A repeated request
 * invalidates the earlier link.
 * @throws ShopError 409 if nothing is owed, if the amount is not the one shown, if the customer has no e-mail address,
 * or if a refund is under way or its answer is unknown
 */
export const requestRefundAccount: AdminHandler<'POST /admin/v1/orders/{id}/bank-refund'> = async (
  ctx,
  { id, owed_amount },
) => {
  const own = await findShopOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, own)
    const owed = unrefundedAmount(paid)
    if (!paid || owed === 0)
      throw new ShopError(409, 'ERROR_ORDER_STATUS', 'このご注文に、返金が済んでいない代金はありません。')
    if (owed !== owed_amount)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        `未返金は${formatYen(owed)}に変わっています。画面を読み込み直して、ご確認ください。`,
      )
    refuseUnansweredRefund(paid)
    if (isRefundDue(paid, ctx.clock.now()))
      throw new ShopError(
        409,
        'ERROR_ORDER_STATUS',
        `${paymentMethodName(paid.payment_method_id)}への返金の手続き中です。${REFUND_DUE_HOURS}時間たっても済まないときに、口座を伺えます。`,
      )
    const { shop_id, order_no, customer_id } = order
    const [to] = await tx
      .select(buyerColumns)
      .from(customer)
      .where(sameRowCondition(customer, { shop_id, id: customer_id }))
    if (reachableEmail(to!.email) === '')
      throw new ShopError(
        409,
        'ERROR_ORDER_STATUS',
        'お客様のメールの連絡先がありません。振込のほかの方法で返金し、記録してください。',
      )
    const now = ctx.clock.now()
    const token = newToken()
    const expires_at = new Date(now.getTime() + REFUND_LINK_DAYS * 86_400_000)
    const link = { token_hash: hashToken(token), expires_at, amount: owed, payment_id: paid.id }
    const [known] = await tx
      .select({ id: bank_refund.id, state: bank_refund.state })
      .from(bank_refund)
      .where(
        and(
          eq(bank_refund.shop_id, shop_id),
          eq(bank_refund.order_id, id),
          inArray(bank_refund.state, ['asked', 'given', 'filed']),
        ),
      )
    if (known && known.state !== 'asked')
      throw new ShopError(409, 'ERROR_ORDER_STATUS', '振込先はお預かりしています。「振込での返金」をご覧ください。')
    const [row] = known
      ? [await lockBankRefund(tx, ctx, known.id)]
      : await tx
          .insert(bank_refund)
          .values({ shop_id, order_id: id, ...link, state: 'asked', ...ctx.actor, created_at: now, updated_at: now })
          .returning()
    if (known) await setBankRefundState(tx, ctx, row!, 'asked', link)
    const seller = await loadShop({ db: tx, shop_id })
    const mail = await composeMail(tx, seller, 'refund_account', to!, {
      宛名: buyerGreeting(to!),
      ご注文番号: order_no,
      返金額: formatYen(owed),
      振込先のページ: `振込先を知らせる\n${shopUrl(ctx.settings, shop_id)}/sh/refund-account?token=${token}`,
      お返事の期限: formatDateWithWeekday(timestampToJapanDate(expires_at.getTime())),
    })
    // The link takes an account: nobody of the shop may read it.
    const secret = { ...mail, is_secret: true }
    await enqueueMail(tx, shop_id, `refund-account-${row!.id}-${now.getTime()}`, secret, { customer_id, order_id: id })
    await recordAudit(tx, ctx, {
      ...bankRefundAuditSubject(row!, order_no),
      after: { bank_refund_state: 'asked', amount: owed },
    })
  })
  return {}
}

/**
 * 取りやめる: cancels the refund by bank transfer. The money is still owed, and can be refunded in another way.
 * @throws ShopError 404, 409 once it is in a file
 */
export const withdrawBankRefund: AdminHandler<'POST /admin/v1/bank-refunds/{id}/withdraw'> = async (
  ctx,
  { id, reason },
) => {
  await ctx.db.transaction(async (tx) => {
    const row = await lockBankRefund(tx, ctx, id)
    if (row.state === 'filed')
      throw bankRefundStateError('振込ファイルに入っています。ファイルを先に取りやめてください。')
    const { order_no } = await findShopOrder(contextInTransaction(ctx, tx), row.order_id)
    await setBankRefundState(tx, ctx, row, 'withdrawn', { reason, sealed: null })
    await recordAudit(tx, ctx, {
      ...bankRefundAuditSubject(row, order_no),
      before: { bank_refund_state: row.state },
      after: { bank_refund_state: 'withdrawn', decision_reason: reason },
    })
  })
  return {}
}
