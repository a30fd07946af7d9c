import { shop_payment } from '@kushi/db/schema/delivery'
import { paymentMethod } from '@kushi/values/payment-method'
import { and, eq, isNull } from 'drizzle-orm'
import type { QueryContext } from '../../../context.ts'
import { canBeginPayment } from '../../../ports/payment-ports.ts'
import { refusedField } from '../../../shop-error.ts'
import { type PaymentOccasion, type PaymentTerms, paymentRefusal } from '../rules/payment-availability.ts'
import { openAmountSql } from './open-amount.ts'

type Occasion = PaymentOccasion & { payment_method_id: number | null }

/**
 * Checks that the shop offers the payment method for this purchase.
 * @throws ShopError 422 with the reason beside the field
 */
export async function checkPayment(ctx: QueryContext, occasion: Occasion): Promise<void> {
  const shown = isShown(ctx, occasion.payment_method_id)
  const [method] = await ctx.db.select(paymentTermColumns(ctx)).from(shop_payment).where(shown)
  checkPaymentTerms(ctx, method ?? null, occasion)
}

/** The shop offers the method but has no account for it: a fault on the shop's side, not a declined payment. */
export async function lacksProviderAccount(ctx: QueryContext, payment_method_id: number | null): Promise<boolean> {
  if (canBeginPayment(ctx, payment_method_id)) return false
  return (await ctx.db.$count(shop_payment, isShown(ctx, payment_method_id))) > 0
}

function isShown({ shop_id }: QueryContext, payment_method_id: number | null) {
  const id = shop_payment.payment_method_id
  const asked = payment_method_id === null ? isNull(id) : eq(id, payment_method_id)
  return and(eq(shop_payment.shop_id, shop_id), eq(shop_payment.visible, true), asked)
}

/** The columns of a method's terms, for a query on `shop_payment`. */
export const paymentTermColumns = (ctx: Parameters<typeof openAmountSql>[0]) => ({
  // The first column decides whether drizzle finds a row, so it can't be the method id, which is null for cash on
  // delivery.
  payment_name: shop_payment.payment_name,
  max_amount: shop_payment.max_amount,
  payment_method_id: shop_payment.payment_method_id,
  provider_name: shop_payment.provider_name,
  cumulative_limit: shop_payment.cumulative_limit,
  for_subscriptions: shop_payment.for_subscriptions,
  open_amount: openAmountSql(ctx),
})

/** Checks a method that is already loaded, and returns it. null: the shop does not offer the method. */
export function checkPaymentTerms<M extends PaymentTerms>(
  { ports }: Pick<QueryContext, 'ports'>,
  method: M | null,
  occasion: Occasion,
): M {
  const message =
    method && canBeginPayment({ ports }, occasion.payment_method_id)
      ? paymentRefusal(method, occasion)
      : 'お支払い方法を選択してください。'
  if (!method || message !== null) throw refuse(message ?? '')
  return method
}

const refuse = (message: string) => refusedField('payment_method_id', message)

/** The token of an approved sheet; null: the method has none. @throws ShopError 422 where it has one and nothing was approved */
export function requireSheetToken(payment_method_id: number | null, sheet_token: string | undefined): string | null {
  const { sheet, name } = paymentMethod(payment_method_id)
  if (!sheet) return null
  if (!sheet_token) throw refusedField('sheet_token', `${name}の画面で、お支払いを承認してください。`)
  return sheet_token
}
