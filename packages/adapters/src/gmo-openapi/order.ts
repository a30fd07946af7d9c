import { createHash, createHmac } from 'node:crypto'
import {
  type PaymentAttempt,
  type PaymentReference,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
  type ShopContact,
} from '@kushi/shop/ports/payment-port'
import { gmoOpeningHours } from '../gmo/opening-hours.ts'
import { parseCaptureUntil } from '../parse-capture-until.ts'
import { type CallGmoOpenApi, type GmoOpenApiSettings, GmoProblem } from './call.ts'

/** GMO's own objects, with the fields that are read here. */
export interface GmoOrder {
  orderReference?: { accessId?: string; orderId?: string; status?: string; amount?: string }
  walletResult?: { settlementCode?: string; captureExpiryDateTime?: string }
  creditResult?: {
    cardType?: string
    cardResult?: { brand?: string }
    nwTransactionId?: string
    captureExpiryDateTime?: string
  }
  errorInformation?: { title?: string }
}
/** The answer to a charge, after which the browser may have to go somewhere. */
export interface GmoChargeAnswer extends GmoOrder {
  redirectInformation?: { redirectUrl?: string; httpMethod?: string }
}

/** AUTHPROCESS, REGISTER and END are none of a payment's that can be decided. */
const states: Readonly<Record<string, ProviderPaymentRecord['state']>> = {
  UNPROCESSED: 'begun',
  REQSUCCESS: 'waiting',
  AUTHENTICATED: 'waiting',
  AUTH: 'authorised',
  SALES: 'captured',
  CAPTURE: 'captured',
  CANCEL: 'voided',
  EXPIRED: 'voided',
  RETURN: 'refunded',
  REQRETURN: 'refunded',
  PAYFAIL: 'refused',
}

export interface GmoOrderRecord extends ProviderPaymentRecord {
  /** GMO's own amount. */
  stands: number
  /** The payment is Visa by Apple Pay, whose amount GMO can't change. */
  is_fixed: boolean
  /** GMO's own word of why it failed, or of its state. */
  info: string
}

/**
 * The calls `/order/…`, for every way of payment. The inquiry by our number is the truth. A lower total
 * (`agreed_amount`) is sent when it is captured, because GMO can't raise it again for every wallet. The same call after
 * the capture refunds a part.
 */
export function gmoOrders(call: CallGmoOpenApi) {
  const find = (attempt: PaymentAttempt) => lookUp(call, attempt)
  const known = async (attempt: PaymentAttempt) => {
    const found = await find(attempt)
    if (!found) throw new PaymentUnavailable(`${attempt.provider_order_id} is unknown at the provider`)
    return found
  }
  /** Makes one call about a transaction. If it was refused, GMO's record says whether it was done before. */
  const once = async (
    attempt: PaymentAttempt,
    { reference }: GmoOrderRecord,
    [api, more]: [api: string, more?: object],
    isDone: (after: GmoOrderRecord) => boolean,
  ): Promise<PaymentReference> => {
    try {
      await call(api, { accessId: reference.access_id, ...more })
      return reference
    } catch (error) {
      if (!(error instanceof GmoProblem)) throw error
      const after = await known(attempt)
      if (isDone(after)) return after.reference
      throw new PaymentRefused('not_accepted', error.message)
    }
  }
  // The mode is asked of cards, and ignored of wallets.
  const lower = (
    attempt: PaymentAttempt,
    found: GmoOrderRecord,
    amount: number,
    isDone: (after: GmoOrderRecord) => boolean,
  ) =>
    once(
      attempt,
      found,
      ['order/update', { amount: String(amount), authorizationMode: isSold(found) ? 'CAPTURE' : 'AUTH' }],
      isDone,
    )

  return {
    find,
    known,

    async capture(attempt: PaymentAttempt): Promise<PaymentReference> {
      let found = await known(attempt)
      if (isSold(found)) return { ...found.reference, ...sold }
      if (found.stands < attempt.amount) throw new PaymentRefused('limit', `only ${found.stands} are authorised`)
      if (found.stands > attempt.amount) {
        await lower(attempt, found, attempt.amount, (after) => after.stands === attempt.amount)
        found = await known(attempt)
      }
      return { ...(await once(attempt, found, ['order/capture'], isSold)), ...sold }
    },

    cancel: (attempt: PaymentAttempt, found: GmoOrderRecord) =>
      once(attempt, found, ['order/cancel'], ({ state }) => state === 'voided' || state === 'refused'),

    async refund(attempt: PaymentAttempt, refunded_amount: number): Promise<PaymentReference> {
      const found = await known(attempt)
      if (!isSold(found)) throw new PaymentUnavailable('nothing was captured')
      const isDone = (one: GmoOrderRecord) => one.refunded_amount >= refunded_amount
      if (isDone(found)) return found.reference
      const rest = attempt.amount - refunded_amount
      if (rest > 0 && found.is_fixed) throw fixed()
      return rest > 0 ? lower(attempt, found, rest, isDone) : once(attempt, found, ['order/cancel'], isDone)
    },

    /** More than was authorised needs the customer anew. */
    async change(attempt: PaymentAttempt, amount: number): Promise<PaymentReference> {
      const found = await known(attempt)
      // By a shipping that was cut off, which is recorded first.
      if (isSold(found)) throw new PaymentUnavailable('captured already')
      if (amount > found.stands) throw new PaymentRefused('limit', 'more than was authorised')
      if (found.is_fixed && amount < found.stands) throw fixed()
      const { agreed_amount: _, ...kept } = found.reference
      return amount === found.stands ? kept : { ...kept, agreed_amount: String(amount) }
    },
  }
}

const fixed = () => new PaymentRefused('not_accepted', 'Apple PayのVisaは、減額も一部の返金もできません')

const isSold = ({ state }: ProviderPaymentRecord) => state === 'captured' || state === 'refunded'

/** Part of the reference of a sale: a sale that was cancelled on its own day may be CANCEL at GMO, like an authorisation. */
const sold = { sold: '1' }

/**
 * The key by which the returning browser and GMO's notices name the attempt. It is the same for a repeated request, and
 * nobody can guess it.
 */
export const gmoReturnKey = ({ shop_pass }: GmoOpenApiSettings, { provider_order_id }: PaymentAttempt) =>
  createHmac('sha256', shop_pass).update(`return\n${provider_order_id}`).digest('base64url')

/** A UUID of the form of version 4 that always is the same for this text. */
export function uuidFromText(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Cuts a text to the characters that fit into so many bytes of UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  let end = text
  while (Buffer.byteLength(end) > bytes) end = [...end].slice(0, -1).join('')
  return end
}

export const gmoMerchantFields = ({ name_kana, name_alphabet }: GmoOpenApiSettings, contact: ShopContact) => ({
  name: cutToBytes(contact.name, 45),
  nameKana: name_kana,
  nameAlphabet: name_alphabet,
  nameShort: cutToBytes(contact.name, 45),
  contactName: cutToBytes(contact.name, 63),
  contactEmail: contact.email,
  contactPhone: contact.phone,
  contactOpeningHours: gmoOpeningHours(contact.hours),
})

export const gmoOrderFields = ({ provider_order_id, amount }: PaymentAttempt) => ({
  orderId: provider_order_id,
  amount: String(amount),
  currency: 'JPY',
  transactionType: 'CIT',
})

/** @throws PaymentUnavailable while the wallet is still at work */
async function lookUp(call: CallGmoOpenApi, attempt: PaymentAttempt): Promise<GmoOrderRecord | null> {
  let order: GmoOrder
  try {
    order = await call<GmoOrder>('order/inquiry', { orderId: attempt.provider_order_id })
  } catch (error) {
    if (!(error instanceof GmoProblem)) throw error
    if (error.status === 404) return null
    throw new PaymentUnavailable(error.message, error)
  }
  const { accessId, orderId, status = '', amount } = order.orderReference ?? {}
  const said = states[status]
  if (!said || !accessId || orderId !== attempt.provider_order_id || !/^\d+$/.test(String(amount)))
    throw new PaymentUnavailable(`order/inquiry: ${orderId} ${status} ${amount}`)
  const wasSold = attempt.reference.sold !== undefined || said === 'captured'
  const state = wasSold && said === 'voided' ? 'refunded' : said
  const stands = state === 'refunded' ? 0 : Number(amount)
  const isLess = state === 'refunded' || (state === 'captured' && stands < attempt.amount)
  const { agreed_amount } = attempt.reference
  const agreed = state === 'authorised' && agreed_amount ? Math.min(stands, Number(agreed_amount)) : stands
  const { walletResult, creditResult } = order
  const tran_id = walletResult?.settlementCode ?? creditResult?.nwTransactionId
  return {
    state: isLess ? 'refunded' : state,
    // After a sale GMO's amount is the rest after refunds.
    amount: isLess ? attempt.amount : agreed,
    refunded_amount: isLess ? attempt.amount - stands : 0,
    stands,
    is_refund_open: status === 'REQRETURN',
    is_fixed: creditResult?.cardType === 'APPLE_PAY' && /visa/i.test(creditResult.cardResult?.brand ?? ''),
    ...(state === 'authorised' && parseCaptureUntil(String((walletResult ?? creditResult)?.captureExpiryDateTime))),
    reference: {
      access_id: accessId,
      // GMO's settlement files may name it.
      ...(tran_id ? { tran_id } : {}),
      ...(agreed_amount ? { agreed_amount } : {}),
      ...(wasSold ? sold : {}),
    },
    info: order.errorInformation?.title ?? status,
  }
}
