import { customer } from '@kushi/db/schema/customer'
import { cardExpiryState } from '@kushi/values/card'
import { and, eq } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { loadCardSubscriptions, loadOwnCards } from '../internal/own-cards.ts'
import { loadAccountsWithSubscriptions } from '../linked-accounts.ts'

/** 登録カード of a member from the provider, which returns masked numbers, and the wallets that they linked. @throws ShopError 404, 503 */
export const showCards: AdminHandler<'GET /admin/v1/customers/{id}/cards'> = async (ctx, { id }) => {
  const [row] = await ctx.db
    .select({ gmo_id: customer.gmo_id })
    .from(customer)
    .where(and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, id)))
  if (!row) throw notFound()
  const member = { ...ctx, customer_id: id }
  const accounts = await loadAccountsWithSubscriptions(member)
  // Viewing must not register the member at the provider.
  if (row.gmo_id === null) return { items: [], accounts }
  const { cards } = await loadOwnCards(member).catch((error: unknown) => {
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnavailable)) throw error
    throw new ShopError(503, 'ERROR_PAYMENT_UNAVAILABLE', '決済会社に、いま確かめられません。')
  })
  const paid = cards.length > 0 ? await loadCardSubscriptions(member) : []
  return {
    accounts,
    items: cards.map(({ card_seq, card_info, expire, brand, default_flag }) => ({
      card_seq,
      card_info,
      expire,
      brand,
      is_default: default_flag === '1',
      expiry_state: cardExpiryState(expire, ctx.clock.today()),
      subscription_ids: paid.filter((one) => one.card_seq === card_seq).map((one) => one.id),
    })),
  }
}
