import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  PaymentUnavailable,
} from '@kushi/shop/ports/payment-port'
import type { Carrier } from '@kushi/values/carrier'
import { billRowAfterReturns, reportedTrackingNo } from '../deferred/invoice.ts'
import {
  GmoDeferredError,
  type GmoDeferredSettings,
  makeGmoDeferredCaller,
  nullOnMeaning,
  translateGmoDeferredErrors,
} from './call.ts'
import { hasDeferredMeaning } from './codes.ts'
import { billDetailsTree, orderTree } from './request.ts'
import { type XmlElement, type XmlTree, xmlTextAt } from './xml.ts'

const change = { kindInfo: { updateKind: '1' } }
const cancel = { kindInfo: { updateKind: '2' } }

/** The result of the examination, and the current bill. */
interface DeferredTransaction {
  gmo_transaction_id: string
  author: string
  reason: string
  amount: number
}

/**
 * 後払い by GMO (GMO後払い). `shopTransactionId` is our order number: a registration is looked up by it before it is made.
 * The reference stores a reported parcel, because reducing a bill requires cancelling the report first.
 */
export function gmoDeferredPayment(settings: GmoDeferredSettings): PaymentPort {
  const call = makeGmoDeferredCaller(settings)
  const { codes } = settings
  const orNull = nullOnMeaning(codes)

  const port: PaymentPort = {
    account: `gmo_deferred ${settings.shop_code}`,

    async authorise(attempt, _source, order) {
      const known = await look(attempt)
      if (known === 'cancelled') throw new PaymentUnavailable(`GMO後払い: ${attempt.provider_order_id} was cancelled`)
      if (known && known.amount !== attempt.amount)
        throw new PaymentRefused('abandoned', 'registered with another amount')
      if (known) return authorisation(known.gmo_transaction_id, known.author, known.reason)
      const { buyer, deliveries } = orderTree(attempt.amount, order)
      const request = { buyer: { shopTransactionId: attempt.provider_order_id, ...buyer }, deliveries }
      const answer = await call('transaction.do', request)
      return authorisation(numberIn(answer), xmlTextAt(answer, 'transactionResult', 'authorResult'), '')
    },

    async finish(attempt) {
      throw new PaymentUnavailable(`GMO後払い: ${attempt.provider_order_id} has no redirect`)
    },

    async find(attempt) {
      const known = await look(attempt)
      if (known === null) return null
      const { amount, reference } = attempt
      if (known === 'cancelled') {
        // The provider does not report whether a cancelled order had been shipped, so our own report decides.
        const wasBilled = Boolean(reference.slipno)
        return { state: wasBilled ? 'refunded' : 'voided', amount, refunded_amount: wasBilled ? amount : 0, reference }
      }
      const found = { ...reference, gmo_transaction_id: known.gmo_transaction_id }
      const isReturned = Boolean(reference.slipno) && known.amount < amount
      if (isReturned) return { state: 'refunded', amount, refunded_amount: amount - known.amount, reference: found }
      const state = (await isShipped(known.gmo_transaction_id)) ? 'captured' : stateOf(known.author)
      return { state, amount: known.amount, refunded_amount: 0, reference: found }
    },

    async capture(attempt, parcel) {
      const gmo_transaction_id = await ownNumber(attempt)
      const report = { pdcompanycode: settings.carriers[parcel.carrier as Carrier], slipno: reportedTrackingNo(parcel) }
      await orNull(call('pdrequest.do', shipment(gmo_transaction_id, report)), 'shipped')
      return { gmo_transaction_id, ...report }
    },

    async void(attempt) {
      const known = await look(attempt)
      if (known === null || known === 'cancelled') return attempt.reference
      await orNull(call('modifycanceltransaction.do', cancelled(known.gmo_transaction_id)), 'cancelled')
      return { gmo_transaction_id: known.gmo_transaction_id }
    },

    async refund(attempt, refunded_amount) {
      const known = await look(attempt)
      if (known === null) throw new PaymentUnavailable(`GMO後払い never heard of ${attempt.provider_order_id}`)
      if (known === 'cancelled') return attempt.reference
      const { gmo_transaction_id } = known
      // A late request for a smaller refund than was made since must not bill the buyer again.
      const rest = Math.min(known.amount, attempt.amount - refunded_amount)
      if (known.amount === rest && (await isShipped(gmo_transaction_id))) return attempt.reference
      await takeReportBack(gmo_transaction_id)
      if (rest <= 0) {
        await orNull(call('modifycanceltransaction.do', cancelled(gmo_transaction_id)), 'cancelled')
        return { ...attempt.reference, gmo_transaction_id }
      }
      const buyer = { gmoTransactionId: gmo_transaction_id, billedAmount: rest }
      const deliveries = { delivery: { details: billDetailsTree([billRowAfterReturns(rest)]) } }
      await changed(call('modifycanceltransaction.do', { ...change, buyer, deliveries }))
      const { pdcompanycode = '', slipno = '' } = attempt.reference
      await orNull(call('pdrequest.do', shipment(gmo_transaction_id, { pdcompanycode, slipno })), 'shipped')
      return { ...attempt.reference, gmo_transaction_id }
    },

    async change(attempt, amount, order) {
      const gmo_transaction_id = await ownNumber(attempt)
      const { buyer, deliveries } = orderTree(amount, order)
      const request = { ...change, buyer: { gmoTransactionId: gmo_transaction_id, ...buyer }, deliveries }
      await changed(call('modifycanceltransaction.do', request))
      return { ...attempt.reference, gmo_transaction_id }
    },
  }
  return translateGmoDeferredErrors(port, codes)

  /** Looks up by our own number; null: the provider does not know it. */
  async function look(attempt: PaymentAttempt): Promise<DeferredTransaction | 'cancelled' | null> {
    try {
      const answer = await call('getauthor.do', { transaction: { shopTransactionId: attempt.provider_order_id } })
      const field = (name: string) => xmlTextAt(answer, 'transactionResult', name)
      const amount = Number(field('billedAmount') || Number.NaN)
      if (!Number.isInteger(amount)) throw new PaymentUnavailable('GMO後払い: incomplete answer')
      // The manual result takes precedence over the automatic one.
      const author = field('maulAuthorResult') || field('autoAuthorResult')
      return {
        gmo_transaction_id: numberIn(answer),
        author,
        reason: xmlTextAt(answer, 'transactionResult', 'reasons', 'reason'),
        amount,
      }
    } catch (error) {
      if (!(error instanceof GmoDeferredError)) throw error
      if (hasDeferredMeaning(codes, 'unknown', error.code)) return null
      if (hasDeferredMeaning(codes, 'cancelled', error.code)) return 'cancelled'
      throw error
    }
  }

  async function ownNumber(attempt: PaymentAttempt): Promise<string> {
    if (attempt.reference.gmo_transaction_id) return attempt.reference.gmo_transaction_id
    const known = await look(attempt)
    if (known === null || known === 'cancelled')
      throw new PaymentUnavailable(`GMO後払い: ${attempt.provider_order_id} does not stand`)
    return known.gmo_transaction_id
  }

  async function isShipped(gmoTransactionId: string): Promise<boolean> {
    const answer = await call('getdefpaymentstatus.do', { transaction: { gmoTransactionId } })
    return xmlTextAt(answer, 'transactionResult', 'paymentStatus') !== ''
  }

  /** @throws PaymentRefused when the buyer has already paid */
  async function takeReportBack(gmoTransactionId: string): Promise<void> {
    const request = { ...cancel, transaction: { gmoTransactionId } }
    try {
      await orNull(call('modifycancelpdrequest.do', request), 'not_shipped')
    } catch (error) {
      if (!(error instanceof GmoDeferredError) || !hasDeferredMeaning(codes, 'paid', error.code)) throw error
      throw new PaymentRefused('unusable', `${error.code}: paid already, give the money back by transfer`)
    }
  }
}

const cancelled = (gmoTransactionId: string): XmlTree => ({ ...cancel, buyer: { gmoTransactionId } })
const shipment = (gmoTransactionId: string, report: XmlTree): XmlTree => ({
  transaction: { gmoTransactionId, ...report, invoiceIssueDate: '' },
})

function numberIn(answer: XmlElement): string {
  const number = xmlTextAt(answer, 'transactionResult', 'gmoTransactionId')
  if (!number) throw new PaymentUnavailable('GMO後払い: incomplete answer')
  return number
}

const stateOf = (author: string) => (author === 'OK' ? 'authorised' : author === 'NG' ? 'refused' : 'held')

/** Any result other than OK and NG is under review (審査中). */
function authorisation(gmo_transaction_id: string, author: string, reason: string): Authorisation {
  const reference: PaymentReference = { gmo_transaction_id }
  if (author === 'OK') return { kind: 'authorised', reference }
  if (author === 'NG') throw new PaymentRefused('examination', reason || 'NG')
  if (author === '') throw new PaymentUnavailable('GMO後払い: incomplete answer')
  return { kind: 'held', reasons: reason ? [reason] : [], reference }
}

/** A changed bill that the provider wants to review must not be shipped; `find` returns the result later. */
async function changed(work: Promise<XmlElement>): Promise<void> {
  const author = xmlTextAt(await work, 'transactionResult', 'authorResult')
  if (author !== 'OK') throw new PaymentRefused('examination', author)
}
