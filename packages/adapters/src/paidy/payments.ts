import {
  type ApprovalPort,
  type PaymentAttempt,
  type PaymentPort,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '@kushi/shop/ports/payment-port'
import { sum } from '@kushi/values/sum'
import { authorisationOfRecord, isAuthorisedOrCaptured } from '../authorisation-of-record.ts'
import { parseCaptureUntil } from '../parse-capture-until.ts'
import { type CallPaidy, makePaidyCaller, PaidyError, type PaidySettings } from './call.ts'

/** Paidy's own object, with the fields that are read here. */
interface PaidyPayment {
  id: string
  status: string
  amount: number
  currency: string
  test: boolean
  expires_at?: string
  order?: { order_ref?: string | null }
  metadata?: { shop_id?: unknown }
  captures?: { id: string; amount: number }[]
  refunds?: { capture_id: string; amount: number }[]
}

interface Found extends ProviderPaymentRecord {
  payment: PaidyPayment
  /** More was captured than is left of the order, because a capture can't be of less: this is still to be given back. */
  surplus: number
}

const isId = (text: string | undefined): text is string => /^pay_[\w-]{1,60}$/.test(text ?? '')
const totalOf = (rows: readonly { amount: number }[] = []) => sum(rows.map(({ amount }) => amount))

/**
 * あと払い(ペイディ): payments that the customer approves in Paidy's window before the order is placed. The approval
 * authorises, the shipping captures. The approval contains our number, so that it is valid for one order; the browser's
 * statements are not trusted.
 */
export function paidyPayments(settings: PaidySettings): PaymentPort {
  const call = makePaidyCaller(settings)
  const isTest = settings.secret_key.startsWith('sk_test_')

  const get = async (id: string | undefined): Promise<PaidyPayment | null> => {
    if (!isId(id)) return null
    try {
      const payment = await call<PaidyPayment>('GET', `payments/${id}`)
      return payment.id === id && payment.currency === 'JPY' && payment.test === isTest ? payment : null
    } catch (error) {
      if (error instanceof PaidyError) return null
      throw error
    }
  }
  const find = async (attempt: PaymentAttempt): Promise<Found | null> => {
    const payment = await get(attempt.reference.charge_id)
    return payment?.order?.order_ref === attempt.provider_order_id ? recordOf(payment, attempt) : null
  }
  const known = async (attempt: PaymentAttempt): Promise<Found> => {
    const found = await find(attempt)
    if (!found) throw new PaymentUnavailable(`${attempt.provider_order_id} is unknown at the provider`)
    return found
  }
  /** Makes a call once. After a refusal, Paidy's record says whether the call was made before. */
  const once = async (attempt: PaymentAttempt, work: () => Promise<unknown>, isDone: (after: Found) => boolean) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof PaidyError)) throw error
      const after = await known(attempt)
      if (!isDone(after)) throw new PaymentRefused('not_accepted', error.message)
    }
    return known(attempt)
  }
  /** Releases the rest of the approval. */
  const close = async (attempt: PaymentAttempt, { payment: { id, status } }: Found): Promise<void> => {
    if (status !== 'authorized') return
    const isClosed = ({ payment }: Found) => payment.status !== 'authorized'
    await once(attempt, () => call('POST', `payments/${id}/close`, {}), isClosed)
  }
  /** Refunds so much of the captured amount. */
  const giveBack = async ({ payment }: Found, amount: number) => {
    let rest = amount
    for (const { id, amount: captured } of payment.captures ?? []) {
      const left = captured - totalOf(payment.refunds?.filter(({ capture_id }) => capture_id === id))
      const part = Math.min(left, rest)
      if (part > 0) await call('POST', `payments/${payment.id}/refunds`, { capture_id: id, amount: part })
      rest -= Math.max(part, 0)
    }
  }

  return {
    account: `paidy ${settings.public_key}`,
    approvals: approvalsOf(call, get),

    async authorise(attempt, source) {
      if (source.kind !== 'sheet_token') throw new TypeError(`${source.kind} is not Paidy's`)
      // A begun payment continues with its own approval.
      const charge_id = attempt.reference.charge_id ?? approvalIdOf(source.token)
      const begun = { ...attempt, reference: { ...attempt.reference, charge_id } }
      const found = await find(begun)
      if (!found) throw new PaymentRefused('not_accepted', 'no approval of this order')
      if (isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
      // The approved total differs: the customer has to see the new one.
      await close(begun, found)
      if (found.payment.status === 'rejected') throw new PaymentRefused('examination', 'rejected')
      throw new PaymentRefused('abandoned', `${found.payment.status} ${found.payment.amount}`)
    },

    async finish() {
      throw new TypeError('Paidy sends no browser away')
    },

    find,

    async capture(attempt) {
      let found = await known(attempt)
      const { id, amount } = found.payment
      if (totalOf(found.payment.captures) === 0) {
        if (found.state !== 'authorised') throw new PaymentRefused('not_accepted', `it is ${found.payment.status}`)
        const less = amount > attempt.amount ? { amount: attempt.amount } : {}
        const isCaptured = ({ payment }: Found) => totalOf(payment.captures) > 0
        found = await once(attempt, () => call('POST', `payments/${id}/captures`, less), isCaptured)
      }
      if (found.surplus > 0)
        found = await once(
          attempt,
          () => giveBack(found, found.surplus),
          (one) => one.surplus <= 0,
        )
      await close(attempt, found)
      return found.reference
    },

    async void(attempt) {
      const found = await find(attempt)
      if (!found) return attempt.reference
      const left = totalOf(found.payment.captures) - totalOf(found.payment.refunds)
      if (left > 0)
        await once(
          attempt,
          () => giveBack(found, left),
          ({ payment }) => totalOf(payment.refunds) >= totalOf(payment.captures),
        )
      await close(attempt, found)
      return found.reference
    },

    async refund(attempt, refunded_amount) {
      const found = await known(attempt)
      if (totalOf(found.payment.captures) === 0) throw new PaymentUnavailable('nothing was captured')
      const rest = refunded_amount - found.refunded_amount + Math.max(found.surplus, 0)
      if (rest <= 0) return found.reference
      const isDone = (after: Found) => after.surplus <= 0 && after.refunded_amount >= refunded_amount
      return (await once(attempt, () => giveBack(found, rest), isDone)).reference
    },

    /** Less than was approved is captured later; more needs the customer anew. */
    async change(attempt, amount) {
      const { payment } = await known(attempt)
      if (totalOf(payment.captures) > 0) throw new PaymentUnavailable('captured already')
      if (amount > payment.amount) throw new PaymentRefused('limit', 'more than was approved')
      const { agreed_amount: _, ...kept } = attempt.reference
      return amount === payment.amount ? kept : { ...kept, agreed_amount: String(amount) }
    },
  }
}

/** Decodes the answer of the browser's window: Paidy's number of the payment, in Base64; empty: it is invalid. */
function approvalIdOf(token: string): string {
  const text = Buffer.from(token, 'base64').toString()
  return isId(text) ? text : ''
}

/**
 * Converts a payment into our record. The approved amount must be the total, unless a lower one was agreed since; an
 * approval of another total pays nothing.
 */
function recordOf(payment: PaidyPayment, { amount, reference }: PaymentAttempt): Found {
  const captured = totalOf(payment.captures)
  const given = totalOf(payment.refunds)
  const over = Math.max(captured - amount, 0)
  const refunded_amount = Math.max(given - over, 0)
  const isAgreed = reference.agreed_amount === undefined ? payment.amount === amount : payment.amount >= amount
  return {
    state: stateOf(),
    amount: captured > 0 ? captured - over : isAgreed ? amount : payment.amount,
    refunded_amount,
    ...(captured === 0 && parseCaptureUntil(payment.expires_at)),
    reference: { ...reference, charge_id: payment.id },
    payment,
    surplus: over - given,
  }

  function stateOf(): ProviderPaymentRecord['state'] {
    // A capture whose surplus was not given back is not finished.
    if (captured > 0) return given < over ? 'authorised' : refunded_amount > 0 ? 'refunded' : 'captured'
    if (payment.status === 'authorized') return isAgreed ? 'authorised' : 'refused'
    if (payment.status === 'closed') return 'voided'
    if (payment.status === 'rejected') return 'refused'
    throw new PaymentUnavailable(`Paidy: status ${payment.status}`)
  }
}

/** The port for approvals without an order. */
const approvalsOf = (call: CallPaidy, get: (id: string) => Promise<PaidyPayment | null>): ApprovalPort => ({
  idOf: approvalIdOf,
  referenceOf: (charge_id) => ({ charge_id }),
  async standing(approval_id) {
    const payment = await get(approval_id)
    const { order, metadata, status, captures } = payment ?? {}
    if (status !== 'authorized' || (captures?.length ?? 0) > 0 || !order?.order_ref) return null
    return { provider_order_id: order.order_ref, shop_id: Number(metadata?.shop_id) }
  },
  async close(approval_id) {
    try {
      await call('POST', `payments/${approval_id}/close`, {})
    } catch (error) {
      // Closed or captured meanwhile.
      if (!(error instanceof PaidyError)) throw error
    }
  },
})
