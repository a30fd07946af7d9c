import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentBill,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  PaymentUnavailable,
} from '@kushi/shop/ports/payment-port'
import type { Carrier } from '@kushi/values/carrier'
import { billParty, billRowAfterReturns, limitBillRows, reportedTrackingNo } from '../deferred/invoice.ts'
import { fallbackOnCodes, makeNpCaller, type NpSettings, translateNpErrors } from './call.ts'
import {
  findAuthorisation,
  findBill,
  findNewestTransaction,
  type NpAuthorisation,
  npTransactionNumber,
  readAuthorisation,
} from './look-up.ts'

const alreadyPaid = 'E0100114'
const alreadyShipped = 'E0100115'
const alreadyCancelled = 'E0100118'
const alreadyReregistered = 'E0131006'
const unknownTransaction = 'E0100113'

/** The bill is sent by post, separately from the parcel. */
const separateBill = '02'
/** More rows than a shop's largest order has. */
const maxRows = 50

/**
 * NP後払い by Net Protections. `shop_transaction_id` is our order number, and every call finds its transaction by it. NP
 * does not reject a number that it already knows, so a registration is looked up before it is made.
 */
export function npPayment(settings: NpSettings): PaymentPort {
  const call = makeNpCaller(settings)
  const bill = async (attempt: PaymentAttempt) => findBill(call, npTransactionNumber(attempt, 0))

  return translateNpErrors({
    account: `np ${settings.merchant_code}`,

    async authorise(attempt, _source, order) {
      const known = await findAuthorisation(call, attempt.provider_order_id)
      if (known === 'cancelled') throw new PaymentUnavailable(`NP: ${attempt.provider_order_id} was cancelled`)
      if (known && (await bill(attempt)).billed_amount !== attempt.amount)
        throw new PaymentRefused('abandoned', 'registered with another amount')
      return authorisation(known ?? readAuthorisation(await call('POST', 'transactions', request(attempt, order))))
    },

    async finish(attempt) {
      throw new PaymentUnavailable(`NP: ${attempt.provider_order_id} has no redirect`)
    },

    async find(attempt) {
      const newest = await findNewestTransaction(call, attempt)
      if (newest === null) return null
      const { authorisation: now, returns } = newest
      const { billed_amount: amount, is_shipped, np_transaction_id } = await bill(attempt)
      if (now === 'cancelled') {
        const state = is_shipped ? 'refunded' : 'voided'
        return { state, amount, refunded_amount: is_shipped ? amount : 0, reference: { np_transaction_id } }
      }
      const reference = { np_transaction_id: now.np_transaction_id }
      if (returns === 0) return { state: is_shipped ? 'captured' : stateOf(now), amount, refunded_amount: 0, reference }
      const rest = await findBill(call, npTransactionNumber(attempt, returns))
      return { state: 'refunded', amount, refunded_amount: amount - rest.billed_amount, reference }
    },

    async capture(attempt, parcel) {
      const np_transaction_id = await ownNumber(attempt)
      const pd_company_code = settings.carriers[parcel.carrier as Carrier]
      const report = call('POST', 'shipments', {
        np_transaction_id,
        pd_company_code,
        slip_no: reportedTrackingNo(parcel),
      })
      await fallbackOnCodes(report, [alreadyShipped], {})
      return { np_transaction_id }
    },

    async void(attempt) {
      const known = await findAuthorisation(call, attempt.provider_order_id)
      if (known === null || known === 'cancelled') return attempt.reference
      return cancel(known.np_transaction_id)
    },

    refund,

    async change(attempt, amount, order) {
      const np_transaction_id = await ownNumber(attempt)
      const { shop_transaction_id: _, ...changed } = request({ ...attempt, amount }, order)
      const now = readAuthorisation(await call('PATCH', 'transactions/update', { np_transaction_id, ...changed }))
      // A changed order that NP wants to review must not be shipped; `find` returns the result later.
      if (now.authori_result !== '00') throw new PaymentRefused('examination', now.reasons.join(','))
      return { np_transaction_id }
    },
  })

  async function ownNumber(attempt: PaymentAttempt): Promise<string> {
    if (attempt.reference.np_transaction_id) return attempt.reference.np_transaction_id
    return (await bill(attempt)).np_transaction_id
  }

  async function cancel(np_transaction_id: string): Promise<PaymentReference> {
    const work = fallbackOnCodes(
      call('PATCH', 'transactions/cancel', { np_transaction_id }),
      [alreadyCancelled, unknownTransaction],
      {},
    )
    if ((await fallbackOnCodes(work, [alreadyPaid], null)) === null)
      throw new PaymentRefused('unusable', `${alreadyPaid}: paid already, give the money back by transfer`)
    return { np_transaction_id }
  }

  /** 一部返品: cancels the bill and registers the rest again, under the next number of the order. */
  async function refund(attempt: PaymentAttempt, refunded_amount: number): Promise<PaymentReference> {
    const newest = await findNewestTransaction(call, attempt)
    if (newest === null) throw new PaymentUnavailable(`NP never heard of ${attempt.provider_order_id}`)
    const { returns, authorisation: now } = newest
    const standing = await findBill(call, npTransactionNumber(attempt, returns))
    const rest = (await bill(attempt)).billed_amount - refunded_amount
    const { np_transaction_id } = standing
    if (now !== 'cancelled' && standing.billed_amount <= rest) return { np_transaction_id }
    await cancel(np_transaction_id)
    if (rest <= 0) return { np_transaction_id }
    const row = billRowAfterReturns(rest)
    const again = call('POST', 'transactions/reregister', {
      base_np_transaction_id: np_transaction_id,
      shop_transaction_id: npTransactionNumber(attempt, returns + 1),
      billed_amount: rest,
      goods: [{ goods_name: row.name, goods_price: row.price, quantity: row.quantity }],
    })
    const made = (await fallbackOnCodes(again, [alreadyReregistered], {})).np_transaction_id
    if (typeof made === 'string') return { np_transaction_id: made }
    return { np_transaction_id: (await findBill(call, npTransactionNumber(attempt, returns + 1))).np_transaction_id }
  }
}

function request(attempt: PaymentAttempt, order: PaymentBill) {
  return {
    shop_transaction_id: attempt.provider_order_id,
    shop_order_date: order.ordered_on,
    settlement_type: separateBill,
    billed_amount: attempt.amount,
    customer: { ...person(order.buyer), email: order.buyer.email },
    dest_customer: person(order.recipient),
    goods: limitBillRows(order.rows, maxRows).map((row) => ({
      goods_name: row.name,
      goods_price: row.price,
      quantity: row.quantity,
    })),
  }
}

function person(party: PaymentBill['recipient']) {
  const { name, company, zip, address, phone } = billParty(party)
  return {
    customer_name: name,
    ...(company ? { company_name: company } : {}),
    zip_code: zip,
    address,
    tel: phone,
  }
}

function authorisation(now: NpAuthorisation): Authorisation {
  const reference = { np_transaction_id: now.np_transaction_id }
  if (now.authori_result === '00') return { kind: 'authorised', reference }
  if (now.authori_result === '20') throw new PaymentRefused('examination', now.reasons.join(','))
  return { kind: 'held', reasons: now.reasons, reference }
}

const stateOf = ({ authori_result }: NpAuthorisation) =>
  authori_result === '00' ? 'authorised' : authori_result === '20' ? 'refused' : 'held'
