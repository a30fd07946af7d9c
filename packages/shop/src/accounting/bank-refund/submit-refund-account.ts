import type { BankRefund } from '@kushi/contract/bank-refund'
import { bank_refund } from '@kushi/db/schema/bank-refund'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { maskedBankAccountText } from '@kushi/values/bank-transfer'
import { and, eq } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { hashToken } from '../../people/session/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { type BankRefundRow, lockBankRefund, setBankRefundState } from './internal/bank-refund-row.ts'

const mayGive = ({ state, expires_at }: BankRefundRow, now: Date) => state === 'asked' && expires_at > now

/**
 * Finds the refund of a mail's link. The token is the only key; failed guesses are counted by address.
 * @throws ShopError 404
 */
async function byToken(ctx: Context, token: string): Promise<{ row: BankRefundRow; view: BankRefund }> {
  await consumeLimit(ctx, 'reminder_link', { address: ctx.ip })
  const [found] = await ctx.db
    .select({ row: bank_refund, order_no: orders.order_no })
    .from(bank_refund)
    .innerJoin(orders, refersToCondition(bank_refund.order_id, orders))
    .where(and(eq(bank_refund.shop_id, ctx.shop_id), eq(bank_refund.token_hash, hashToken(token))))
  if (!found) throw notFound()
  const { row, order_no } = found
  const { amount, state, expires_at, masked } = row
  return {
    row,
    view: {
      order_no,
      owed_amount: amount,
      state,
      may_give: mayGive(row, ctx.clock.now()),
      expires_at: expires_at.toISOString(),
      masked,
    },
  }
}

/** Shows what the link of a refund mail is about. @throws ShopError 404 */
export const showRefundAccount: Handler<'POST /v1/order/refund-account/show'> = async (ctx, { token }) =>
  (await byToken(ctx, token)).view

/**
 * 振込先を知らせる: stores the customer's bank account, once. The account is stored encrypted, and only its last digits are
 * shown.
 * @throws ShopError 404; 409 when it was given, the refund was withdrawn, or the link has expired
 */
export const submitRefundAccount: Handler<'POST /v1/order/refund-account'> = async (ctx, { token, account }) => {
  const { row: found } = await byToken(ctx, token)
  await ctx.db.transaction(async (tx) => {
    const row = await lockBankRefund(tx, ctx, found.id)
    if (!mayGive(row, ctx.clock.now()))
      throw new ShopError(
        409,
        'ERROR_REFUND_ACCOUNT_OVER',
        'このURLでは、振込先をお受けできません。変更などは、お店にご連絡ください。',
      )
    const sealed = ctx.secrets.seal(JSON.stringify(account))
    await setBankRefundState(tx, ctx, row, 'given', { sealed, masked: maskedBankAccountText(account) })
  })
  return (await byToken(ctx, token)).view
}
