import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { CardAlreadyEntered, CardRefused, type CardTrade, CardUnavailable } from '../payment/card-port.ts'
import { claimPayment, lease, type PaymentRow, releasePayment } from '../payment/claim-payment.ts'
import { PaymentMoved, recordPayment } from '../payment/record-payment.ts'
import { afterSearch } from '../payment/rules/after-search.ts'
import { failDelivery, settleDelivery } from './settle-delivery.ts'
import type { Arranged } from './write-delivery.ts'

/**
 * Charges a delivery to the saved card, without 3-D Secure, since nobody is there (merchant-initiated). Goes on where
 * an earlier attempt was cut off: what the provider knows of our number decides, so nothing is asked for twice.
 */
export async function chargeDelivery(ctx: Context, providerOrderId: string): Promise<Arranged['result']> {
  const claimed = await claimPayment(ctx.db, providerOrderId, ['intent', 'entered'])
  if (!claimed) return 'passed'
  try {
    return await charge(ctx, claimed)
  } catch (error) {
    if (error instanceof CardRefused) return failDelivery(ctx, claimed, error.refusal, error.info)
    if (error instanceof PaymentMoved) return 'passed'
    await releasePayment(ctx.db, claimed.id)
    if (!(error instanceof CardUnavailable)) throw error
    ctx.log.warn({ payment_id: claimed.id, info: error.info }, 'card provider unavailable; the next run asks again')
    return 'open'
  }
}

async function charge(ctx: Context, claimed: PaymentRow): Promise<Arranged['result']> {
  let entered = claimed.state === 'intent' ? await enter(ctx, claimed) : null
  if (!entered) {
    const trade = await ctx.ports.card.search(claimed.provider_order_id)
    const after = afterSearch(trade)
    if (after === 'authorised') return settleDelivery(ctx, claimed, trade!)
    if (after !== 'execute') return failDelivery(ctx, claimed, 'abandoned', trade?.status ?? 'unknown to the provider')
    entered = await adopt(ctx, claimed, trade!)
  }
  const gmo_id = await vaultMember(ctx, claimed)
  if (gmo_id === null || entered.card_seq === null) return failDelivery(ctx, claimed, 'no_card', '')
  const answer = await ctx.ports.card.execute({
    access_id: entered.access_id!,
    access_pass: entered.access_pass!,
    provider_order_id: entered.provider_order_id,
    card: { gmo_id, card_seq: entered.card_seq },
    return_url: '',
  })
  if (answer.kind === 'approved') return settleDelivery(ctx, entered, answer)
  return failDelivery(ctx, entered, 'authentication', 'the provider wants 3-D Secure')
}

/** EntryTran; null: it was made before, its answer lost. */
async function enter(ctx: Context, claimed: PaymentRow): Promise<PaymentRow | null> {
  const { provider_order_id, amount } = claimed
  try {
    const access = await ctx.ports.card.enter({ provider_order_id, amount, job: 'AUTH', is_authenticated: false })
    return await recordPayment(ctx.db, claimed, 'entered', { ...access, claimed_until: lease() })
  } catch (error) {
    if (error instanceof CardAlreadyEntered) return null
    throw error
  }
}

async function adopt(ctx: Context, claimed: PaymentRow, trade: CardTrade): Promise<PaymentRow> {
  const access = { access_id: trade.access_id, access_pass: trade.access_pass }
  if (claimed.state === 'entered') return { ...claimed, ...access }
  return recordPayment(ctx.db, claimed, 'entered', { ...access, claimed_until: lease() })
}

async function vaultMember(ctx: Context, { order_id }: PaymentRow): Promise<string | null> {
  const [row] = await ctx.db
    .select({ gmo_id: customer.gmo_id })
    .from(orders)
    .innerJoin(customer, eq(customer.id, orders.customer_id))
    .where(eq(orders.id, order_id))
  return row?.gmo_id ?? null
}
