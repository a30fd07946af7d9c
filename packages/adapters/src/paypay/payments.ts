import { createHmac } from 'node:crypto'
import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '@kushi/shop/ports/payment-port'
import { authorisationOfRecord, isAuthorisedOrCaptured } from '../authorisation-of-record.ts'
import { parseCaptureUntil } from '../parse-capture-until.ts'
import { paypayLink } from './account-link.ts'
import {
  type CallPayPay,
  hasPayPayCode,
  makePayPayCaller,
  PayPayError,
  type PayPaySettings,
  translatePayPayErrors,
} from './call.ts'

interface PayPayMoney {
  amount: number
  currency: 'JPY'
}
interface PayPayRefund {
  merchantRefundId: string
  amount: PayPayMoney
  status: string
}
/** PayPay's own object, with the fields that are read here. */
interface PayPayPayment {
  paymentId?: string
  status: string
  amount?: PayPayMoney
  /** Of the authorisation, in seconds. */
  expiresAt?: number
  captures?: { data?: { amount: PayPayMoney }[] } | null
  refunds?: { data?: PayPayRefund[] } | null
}

const jpy = (amount: number): PayPayMoney => ({ amount, currency: 'JPY' })

const states: Readonly<Record<string, ProviderPaymentRecord['state']>> = {
  CREATED: 'waiting',
  AUTHORIZED: 'authorised',
  REAUTHORIZING: 'authorised',
  COMPLETED: 'captured',
  REFUNDED: 'refunded',
  FAILED: 'refused',
  CANCELED: 'voided',
  EXPIRED: 'voided',
}

/**
 * Payments by PayPay, Open Payment API: authorised on PayPay's page (web payment), captured at shipping. The customer pays
 * there, before the browser returns, so that a code which nobody waits for any more is deleted. An account that the customer
 * linked is charged and captured at the same time, while they are absent or after they have linked it (`by_link`).
 */
export function paypayPayments(settings: PayPaySettings): PaymentPort {
  const call = makePayPayCaller(settings)
  const find = (attempt: PaymentAttempt) => lookUp(call, attempt)
  const link = paypayLink(settings, call)

  return {
    account: `paypay ${settings.merchant_id}`,
    link,

    async authorise(attempt, source, _order, return_url) {
      if (source.kind === 'linked_account') return charge(call, attempt, source.user_authorization_id)
      const return_key = returnKeyOf(settings, attempt)
      if (source.kind === 'account_link' && return_url !== null) {
        const session = { nonce: return_key, reference_id: source.reference_id, return_url }
        return { kind: 'redirect', redirect_url: await link.begin(session), return_key, reference: { by_link: '1' } }
      }
      if (source.kind !== 'provider_page' || return_url === null) throw new TypeError(`${source.kind} is not PayPay's`)
      const days = settings.authorization_days
      try {
        const code = await call<{ codeId: string; url: string }>('POST', 'v2/codes', {
          merchantPaymentId: attempt.provider_order_id,
          amount: jpy(attempt.amount),
          codeType: 'ORDER_QR',
          orderDescription: `ご注文 ${attempt.provider_order_id}`,
          isAuthorization: true,
          ...(days ? { authorizationExpiry: Math.floor(Date.now() / 1000) + days * 86_400 } : {}),
          redirectUrl: `${return_url}?${new URLSearchParams({ key: return_key })}`,
          redirectType: 'WEB_LINK',
        })
        return { kind: 'redirect', redirect_url: code.url, return_key, reference: { code_id: code.codeId } }
      } catch (error) {
        if (!hasPayPayCode(error, 'DUPLICATE_DYNAMIC_QR_REQUEST')) throw translatePayPayErrors(error)
        // Its answer was lost, and PayPay does not repeat the page's address: nobody can pay there, and it expires.
        const found = await find(attempt)
        if (found && isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
        throw new PaymentRefused('abandoned', error.message)
      }
    },

    async finish(attempt) {
      const { user_authorization_id } = attempt.reference
      if (user_authorization_id) return charge(call, attempt, user_authorization_id)
      // Of a linked account, it was charged before, by one that is closed since.
      const found = await settled(call, attempt)
      if (found && isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
      throw new PaymentRefused('cancelled', found?.state ?? 'unknown to PayPay')
    },

    find,

    async capture(attempt) {
      try {
        await call('POST', 'v2/payments/capture', {
          merchantPaymentId: attempt.provider_order_id,
          amount: jpy(attempt.amount),
          merchantCaptureId: `${attempt.provider_order_id}-C`,
          orderDescription: `ご注文 ${attempt.provider_order_id}`,
        })
        return attempt.reference
      } catch (error) {
        return unlessIn(await doneBefore(call, error, attempt), ['captured', 'refunded'], error)
      }
    },

    async void(attempt) {
      const found = await settled(call, attempt)
      if (found?.state !== 'authorised') return found?.reference ?? attempt.reference
      try {
        await call('POST', 'v2/payments/preauthorize/revert', {
          merchantRevertId: `${attempt.provider_order_id}-V`,
          paymentId: found.reference.charge_id,
          reason: 'The order was cancelled',
        })
        return found.reference
      } catch (error) {
        return unlessIn(await doneBefore(call, error, attempt), ['voided', 'refused'], error)
      }
    },

    async refund(attempt, refunded_amount) {
      const found = await find(attempt)
      if (found?.state !== 'captured' && found?.state !== 'refunded')
        throw new PaymentUnavailable('nothing was captured')
      const rest = refunded_amount - found.refunded_amount
      if (rest <= 0) return found.reference
      return { ...found.reference, refunds: await refundOf(call, attempt, found, { total: refunded_amount, rest }) }
    },

    /** Less than was authorised is captured later; more needs the customer anew. */
    async change(attempt, amount) {
      const { agreed_amount: _, ...kept } = attempt.reference
      const payment = await getPayment(call, attempt)
      const reserved = payment?.amount?.amount ?? 0
      if (amount > reserved) throw new PaymentRefused('limit', 'more than was authorised')
      return amount === reserved ? kept : { ...kept, agreed_amount: String(amount) }
    },
  }
}

/**
 * The key by which the returning browser names its attempt. It is the same for a repeated request, and nobody can guess
 * it.
 */
const returnKeyOf = ({ api_secret }: PayPaySettings, { provider_order_id }: PaymentAttempt) =>
  createHmac('sha256', api_secret).update(`return\n${provider_order_id}`).digest('base64url')

/** Charges an account that the customer linked. The same number is charged once; after a refusal PayPay's record counts. */
async function charge(call: CallPayPay, attempt: PaymentAttempt, userAuthorizationId: string): Promise<Authorisation> {
  try {
    const paid = await call<PayPayPayment>('POST', 'v1/subscription/payments', {
      merchantPaymentId: attempt.provider_order_id,
      userAuthorizationId,
      amount: jpy(attempt.amount),
      orderDescription: `ご注文 ${attempt.provider_order_id}`,
    })
    if (paid.status === 'COMPLETED' && paid.paymentId)
      return { kind: 'authorised', captured_on_charge: true, reference: chargeReference(paid) }
  } catch (error) {
    if (!(error instanceof PayPayError)) throw error
    const found = await lookUp(call, attempt)
    if (found && isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
    // A suspicious user: asked again, the shop's contract is at stake.
    throw hasPayPayCode(error, 'UNACCEPTABLE_OP')
      ? new PaymentRefused('unusable', error.message)
      : translatePayPayErrors(error)
  }
  const found = await lookUp(call, attempt)
  if (found && isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
  throw new PaymentUnavailable('PayPay: charged, and not yet recorded')
}

/** The reference of a charge, without the number of the consent, which is stored once. */
const chargeReference = ({ paymentId }: PayPayPayment): PaymentReference => ({
  by_link: '1',
  ...(paymentId ? { charge_id: paymentId } : {}),
})

async function getCodePayment(call: CallPayPay, attempt: PaymentAttempt): Promise<PayPayPayment | null> {
  try {
    return await call<PayPayPayment>('GET', `v2/codes/payments/${attempt.provider_order_id}`)
  } catch (error) {
    if (!hasPayPayCode(error, 'DYNAMIC_QR_PAYMENT_NOT_FOUND')) throw translatePayPayErrors(error)
    // Some say so of a code that nobody has paid yet.
    return attempt.reference.code_id ? { status: 'CREATED' } : null
  }
}

async function getLinkedPayment(call: CallPayPay, attempt: PaymentAttempt): Promise<PayPayPayment | null> {
  try {
    return await call<PayPayPayment>('GET', `v2/payments/${attempt.provider_order_id}`)
  } catch (error) {
    if (hasPayPayCode(error, 'RESOURCE_NOT_FOUND', 'DYNAMIC_QR_PAYMENT_NOT_FOUND')) return null
    throw translatePayPayErrors(error)
  }
}

/**
 * Finds a payment at PayPay. `by_link`: it was charged to a linked account; if our record of that is lost, both kinds
 * are searched.
 */
async function getPayment(
  call: CallPayPay,
  attempt: PaymentAttempt,
): Promise<(PayPayPayment & { by_link: boolean }) | null> {
  const { code_id, by_link } = attempt.reference
  const code = by_link ? null : await getCodePayment(call, attempt)
  if (code) return { ...code, by_link: false }
  const linked = code_id ? null : await getLinkedPayment(call, attempt)
  if (linked) return { ...linked, by_link: true }
  // The customer is at PayPay, or came back and was not charged yet.
  return by_link ? { status: 'CREATED', by_link: true } : null
}

/** A refund that we asked for; null: PayPay does not know it. */
async function getRefund(call: CallPayPay, id: string): Promise<PayPayRefund | null> {
  try {
    return await call<PayPayRefund>('GET', `v2/refunds/${id}`)
  } catch (error) {
    if (hasPayPayCode(error, 'NO_SUCH_REFUND_ORDER')) return null
    throw translatePayPayErrors(error)
  }
}

const refundIds = ({ refunds }: PaymentReference): string[] => refunds?.split(' ') ?? []

/** The refunds of the payment, whoever made them, and our requested ones that are not listed yet. */
async function refundsOf(call: CallPayPay, { reference }: PaymentAttempt, { refunds }: PayPayPayment) {
  const known = new Map((refunds?.data ?? []).map((one) => [one.merchantRefundId, one]))
  for (const id of refundIds(reference)) {
    const one = known.has(id) ? null : await getRefund(call, id)
    if (one) known.set(id, one)
  }
  return [...known.values()]
}

async function lookUp(call: CallPayPay, attempt: PaymentAttempt): Promise<ProviderPaymentRecord | null> {
  const payment = await getPayment(call, attempt)
  if (!payment) return null
  const state = states[payment.status]
  if (!state) throw new PaymentUnavailable(`PayPay: status ${payment.status}`)
  const refunds = await refundsOf(call, attempt, payment)
  const standing = refunds.filter(({ status }) => status !== 'REFUND_FAILED')
  const refunded_amount = standing.reduce((total, { amount }) => total + amount.amount, 0)
  const captured = (payment.captures?.data ?? []).reduce((total, { amount }) => total + amount.amount, 0)
  const agreed = Number(attempt.reference.agreed_amount ?? payment.amount?.amount ?? attempt.amount)
  const { user_authorization_id: _, ...kept } = attempt.reference
  return {
    state: refunded_amount > 0 ? 'refunded' : state,
    amount: captured || agreed,
    refunded_amount,
    is_refund_open: standing.some(({ status }) => status === 'CREATED'),
    ...(state === 'authorised' && parseCaptureUntil(payment.expiresAt)),
    ...(state === 'captured' && payment.by_link && { captured_on_charge: true }),
    reference: {
      ...(state === 'waiting' ? attempt.reference : kept),
      ...(payment.by_link ? chargeReference(payment) : payment.paymentId ? { charge_id: payment.paymentId } : {}),
    },
  }
}

/**
 * The state from which no money moves by itself any more: a code that is not paid is deleted, so that it can't be paid.
 * @throws PaymentUnavailable while PayPay says both that it is paid and that it is not
 */
async function settled(call: CallPayPay, attempt: PaymentAttempt): Promise<ProviderPaymentRecord | null> {
  const found = await lookUp(call, attempt)
  if (found?.state !== 'waiting' || !attempt.reference.code_id) return found
  const isPaid = await call('DELETE', `v2/codes/${attempt.reference.code_id}`).then(
    () => false,
    (error: unknown) => {
      if (hasPayPayCode(error, 'DYNAMIC_QR_ALREADY_PAID')) return true
      if (hasPayPayCode(error, 'DYNAMIC_QR_NOT_FOUND')) return false
      throw translatePayPayErrors(error)
    },
  )
  const after = await lookUp(call, attempt)
  if (isPaid && after?.state === 'waiting') throw new PaymentUnavailable('PayPay: paid, and not yet recorded')
  return after
}

/** After a refused call: returns the state of an earlier identical call. @throws if there was no answer */
async function doneBefore(
  call: CallPayPay,
  error: unknown,
  attempt: PaymentAttempt,
): Promise<ProviderPaymentRecord | null> {
  if (!(error instanceof PayPayError)) throw error
  return lookUp(call, attempt)
}

function unlessIn(
  found: ProviderPaymentRecord | null,
  wanted: readonly ProviderPaymentRecord['state'][],
  error: unknown,
): PaymentReference {
  if (found && wanted.includes(found.state)) return found.reference
  throw translatePayPayErrors(error)
}

/** Asks for `rest`, so that `total` are refunded; returns the ids of all refunds. A failed one is asked for anew, by another id. */
async function refundOf(
  call: CallPayPay,
  attempt: PaymentAttempt,
  { reference }: ProviderPaymentRecord,
  { total, rest }: { total: number; rest: number },
): Promise<string> {
  const ids = refundIds(attempt.reference)
  const begun = `${attempt.provider_order_id}-R${total}`
  let again = ids.filter((id) => id === begun || id.startsWith(`${begun}-`)).length
  for (; ; again++) {
    const id = again === 0 ? begun : `${begun}-${again}`
    const before = await getRefund(call, id)
    // Failed under this id before, perhaps without its answer having come here.
    if (before?.status === 'REFUND_FAILED') continue
    const made = before ?? (await askRefund(call, { id, amount: rest, charge_id: reference.charge_id }))
    if (made.status === 'REFUND_FAILED') throw new PaymentRefused('not_accepted', `REFUND_FAILED ${id}`)
    return [...ids, id].join(' ')
  }
}

async function askRefund(
  call: CallPayPay,
  { id, amount, charge_id }: { id: string; amount: number; charge_id: string | undefined },
): Promise<PayPayRefund> {
  const request = { merchantRefundId: id, paymentId: charge_id, amount: jpy(amount), reason: 'ご返金' }
  try {
    return await call<PayPayRefund>('POST', 'v2/refunds', request)
  } catch (error) {
    if (!(error instanceof PayPayError)) throw error
    const made = await getRefund(call, id)
    if (!made) throw translatePayPayErrors(error)
    return made
  }
}
