import { card_registration, payment } from '@kushi/db/schema/payment'
import { paymentMethodName } from '@kushi/values/payment-method'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { ShopError } from '../../shop-error.ts'

/** Numbers that the shop issues: orders `K…`, cycles `S…`, invoices registered again `…-R1`. */
const ourNumber = /\b[KS][0-9A-Z]{6,16}(?:-[0-9A-Z]{1,16}){1,4}\b/g

interface UnknownPayment {
  number: string
  method: string
  state: ProviderPaymentRecord['state']
  /** Yen. */
  amount: number
  refunded_amount: number
}

/**
 * 照合 from the provider's side: takes a list downloaded at a provider (CSV or any text), and returns the numbers that
 * the provider knows and our books lack. This happens after an older copy was restored. Calls `unasked` for each number
 * for which the provider did not respond. Corrects nothing: an operator decides whether to enter the order again or to
 * refund the money.
 * @throws ShopError 422 if the list contains none of our numbers although our books have payments: an empty or wrong
 * file would seem to agree
 */
export async function findUnknownPayments(ctx: Context, list: string, unasked = () => {}): Promise<UnknownPayment[]> {
  const named = [...new Set(list.match(ourNumber))]
  if (
    named.length === 0 &&
    (await ctx.db.$count(payment, and(eq(payment.shop_id, ctx.shop_id), isNotNull(payment.payment_method_id)))) > 0
  )
    throw new ShopError(
      422,
      'ERROR_VALIDATION',
      'No number of ours (as K261121-7QK3M9XA, S4F1C09A7B2E6-2-1) stands in that list: download the provider’s list of transactions with its order numbers.',
    )
  const unknown: UnknownPayment[] = []
  for (let from = 0; from < named.length; from += 1000) {
    const numbers = named.slice(from, from + 1000)
    const known = await knownOf(ctx, numbers)
    for (const number of numbers) if (!isKnown(known, number)) unknown.push(...(await askAll(ctx, number, unasked)))
  }
  return unknown
}

/** An invoice that was registered again after a return belongs to its order. */
const isKnown = (known: ReadonlySet<string>, number: string) =>
  known.has(number) || known.has(number.replace(/-R\d+$/, ''))

async function knownOf({ db, shop_id }: Context, numbers: readonly string[]): Promise<Set<string>> {
  const asked = numbers.flatMap((number) => [number, number.replace(/-R\d+$/, '')])
  const column = payment.provider_order_id
  const rows = await db
    .select({ number: column })
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), inArray(column, asked)))
  const cards = card_registration.provider_order_id
  const registered = await db
    .select({ number: cards })
    .from(card_registration)
    .where(and(eq(card_registration.shop_id, shop_id), inArray(cards, asked)))
  return new Set([...rows, ...registered].map(({ number }) => number))
}

/** Asks every provider. One that does not respond must not hide the findings of the others. */
async function askAll(ctx: Context, number: string, unasked: () => void): Promise<UnknownPayment[]> {
  const found: UnknownPayment[] = []
  for (const [id, port] of ctx.ports.payment)
    try {
      const trade = await port.find({ provider_order_id: number, amount: 0, reference: {} })
      if (!trade) continue
      const { state, amount, refunded_amount } = trade
      found.push({ number, method: paymentMethodName(id), state, amount, refunded_amount })
    } catch (error) {
      unasked()
      ctx.log.warn({ err: error, payment: number }, 'provider not asked about an unknown number')
    }
  return found
}
