import { createHash, createHmac } from 'node:crypto'
import {
  type PaymentAttempt,
  type PaymentBill,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
  type ShopContact,
} from '@kushi/shop/ports/payment-port'
import type { GmoWallet } from '@kushi/values/payment-method'
import { authorised, stands } from '../authorised.ts'
import { captureUntil } from '../capture-until.ts'
import { openingHours } from '../gmo/opening-hours.ts'
import { type CallGmoOpenApi, type GmoOpenApiSettings, GmoProblem, makeGmoOpenApiCaller } from './call.ts'

/** GMO's own objects, with the fields that are read here. */
interface WalletOrder {
  orderReference?: { accessId?: string; orderId?: string; status?: string; amount?: string }
  walletResult?: { settlementCode?: string; captureExpiryDateTime?: string }
  errorInformation?: { title?: string }
}
interface ChargedWallet extends WalletOrder {
  redirectInformation?: { redirectUrl?: string; httpMethod?: string }
}

/** AUTHPROCESS, REGISTER and END are none of a payment's that can be decided. */
const states: Readonly<Record<string, ProviderPaymentRecord['state']>> = {
  UNPROCESSED: 'begun',
  REQSUCCESS: 'waiting',
  AUTH: 'authorised',
  SALES: 'captured',
  CAPTURE: 'captured',
  CANCEL: 'voided',
  EXPIRED: 'voided',
  RETURN: 'refunded',
  REQRETURN: 'refunded',
  PAYFAIL: 'refused',
}

interface FoundWallet extends ProviderPaymentRecord {
  /** GMO's own amount. */
  stands: number
  /** GMO's own word of why it failed, or of its state. */
  info: string
}

/**
 * A wallet by GMO's OpenAPI type: authorised on the wallet's page, captured at shipping. `/order/inquiry` by our number says
 * what is true. A lower total (`agreed_amount`) is sent by `/order/update` when it is captured, because GMO takes no higher one
 * back; the same call after the capture refunds a part.
 */
export function gmoWallet(settings: GmoOpenApiSettings, walletType: GmoWallet): PaymentPort {
  const call = makeGmoOpenApiCaller(settings)
  const find = (attempt: PaymentAttempt) => lookUp(call, attempt)
  const known = async (attempt: PaymentAttempt) => {
    const found = await find(attempt)
    if (!found) throw new PaymentUnavailable(`${attempt.provider_order_id} is unknown at the provider`)
    return found
  }
  /** Makes one call about a transaction. If it was refused, GMO's record says whether it was done before. */
  const once = async (
    attempt: PaymentAttempt,
    { reference }: FoundWallet,
    [api, more]: [api: string, more?: object],
    isDone: (after: FoundWallet) => boolean,
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
  const lower = (
    attempt: PaymentAttempt,
    found: FoundWallet,
    amount: number,
    isDone: (after: FoundWallet) => boolean,
  ) => once(attempt, found, ['order/update', { amount: String(amount) }], isDone)

  /**
   * The state from which no money moves by itself any more, as far as GMO lets a page be closed. What is authorised after that is
   * voided, when a notice or the reconciliation finds it.
   */
  const settled = async (attempt: PaymentAttempt): Promise<FoundWallet | null> => {
    const found = await find(attempt)
    if (found?.state !== 'waiting') return found
    await call('order/cancel', { accessId: found.reference.access_id }).catch((error: unknown) => {
      if (!(error instanceof GmoProblem)) throw error
    })
    return find(attempt)
  }

  return {
    account: `gmo ${settings.shop_id}`,

    async authorise(attempt, source, order, return_url) {
      if (source.kind !== 'provider_page' || return_url === null) throw new TypeError(`${source.kind} is no wallet's`)
      const return_key = returnKeyOf(settings, attempt)
      const body = {
        merchant: {
          ...merchantOf(settings, source.contact),
          callbackUrl: return_url,
          webhookUrl: new URL('notification', return_url).href,
          csrfToken: return_key,
        },
        order: {
          orderId: attempt.provider_order_id,
          amount: String(attempt.amount),
          currency: 'JPY',
          transactionType: 'CIT',
        },
        payer: payerOf(order),
        walletInformation: { walletType, walletChargeOptions: { authorizationMode: 'AUTH' } },
      }
      try {
        // The same key for a repeated request: GMO repeats the page's address.
        const made = await call<ChargedWallet>('wallet/charge', body, uuidOf(attempt.provider_order_id))
        const { redirectUrl, httpMethod = 'GET' } = made.redirectInformation ?? {}
        const access_id = made.orderReference?.accessId
        if (!redirectUrl || !access_id) throw new PaymentUnavailable('wallet/charge: incomplete answer')
        if (httpMethod !== 'GET') throw new PaymentRefused('not_accepted', `redirected by ${httpMethod}`)
        return { kind: 'redirect', redirect_url: redirectUrl, return_key, reference: { access_id } }
      } catch (error) {
        if (!(error instanceof GmoProblem)) throw error
        const found = await find(attempt)
        if (found && stands(found) && found.amount === attempt.amount) return authorised(found)
        throw new PaymentRefused(found ? 'abandoned' : 'not_accepted', error.message)
      }
    },

    async finish(attempt) {
      const found = await settled(attempt)
      if (found && stands(found)) return authorised(found)
      throw new PaymentRefused('cancelled', found?.info ?? 'unknown to GMO')
    },

    find,

    async capture(attempt) {
      let found = await known(attempt)
      if (isSold(found)) return { ...found.reference, ...sold }
      if (found.stands < attempt.amount) throw new PaymentRefused('limit', `only ${found.stands} are authorised`)
      if (found.stands > attempt.amount) {
        await lower(attempt, found, attempt.amount, (after) => after.stands === attempt.amount)
        found = await known(attempt)
      }
      return { ...(await once(attempt, found, ['order/capture'], isSold)), ...sold }
    },

    async void(attempt) {
      const found = await settled(attempt)
      if (found?.state !== 'authorised') return found?.reference ?? attempt.reference
      return once(attempt, found, ['order/cancel'], ({ state }) => state === 'voided' || state === 'refused')
    },

    async refund(attempt, refunded_amount) {
      const found = await known(attempt)
      if (found.state !== 'captured' && found.state !== 'refunded') throw new PaymentUnavailable('nothing was captured')
      const isDone = (one: FoundWallet) => one.refunded_amount >= refunded_amount
      if (isDone(found)) return found.reference
      const rest = attempt.amount - refunded_amount
      return rest > 0 ? lower(attempt, found, rest, isDone) : once(attempt, found, ['order/cancel'], isDone)
    },

    /** More than was authorised needs the customer anew. */
    async change(attempt, amount) {
      const found = await known(attempt)
      // By a shipping that was cut off, which is recorded first.
      if (isSold(found)) throw new PaymentUnavailable('captured already')
      if (amount > found.stands) throw new PaymentRefused('limit', 'more than was authorised')
      const { agreed_amount: _, ...kept } = found.reference
      return amount === found.stands ? kept : { ...kept, agreed_amount: String(amount) }
    },
  }
}

const isSold = ({ state }: ProviderPaymentRecord) => state === 'captured' || state === 'refunded'

/** Part of the reference of a sale: a sale that was cancelled on its own day may be CANCEL at GMO, like an authorisation. */
const sold = { sold: '1' }

/** By which the returning browser and GMO's notices name the attempt: the same for a repeated request, and nobody can guess it. */
const returnKeyOf = ({ shop_pass }: GmoOpenApiSettings, { provider_order_id }: PaymentAttempt) =>
  createHmac('sha256', shop_pass).update(`return\n${provider_order_id}`).digest('base64url')

/** A UUID of the form of version 4 that always is the same for this text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** As many characters as fit into so many bytes of UTF-8. */
function fitted(text: string, bytes: number): string {
  let end = text
  while (Buffer.byteLength(end) > bytes) end = [...end].slice(0, -1).join('')
  return end
}

const merchantOf = ({ name_kana, name_alphabet }: GmoOpenApiSettings, contact: ShopContact) => ({
  name: fitted(contact.name, 45),
  nameKana: name_kana,
  nameAlphabet: name_alphabet,
  nameShort: fitted(contact.name, 45),
  contactName: fitted(contact.name, 63),
  contactEmail: contact.email,
  contactPhone: contact.phone,
  contactOpeningHours: openingHours(contact.hours),
})

/** What GMO asks of the customer at least. */
const payerOf = ({ buyer }: PaymentBill) => ({ name: fitted(`${buyer.name01} ${buyer.name02}`, 60) })

/** @throws PaymentUnavailable while the wallet is still at work */
async function lookUp(call: CallGmoOpenApi, attempt: PaymentAttempt): Promise<FoundWallet | null> {
  let order: WalletOrder
  try {
    order = await call<WalletOrder>('order/inquiry', { orderId: attempt.provider_order_id })
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
  const { settlementCode, captureExpiryDateTime } = order.walletResult ?? {}
  return {
    state: isLess ? 'refunded' : state,
    // After a sale GMO's amount is the rest after refunds.
    amount: isLess ? attempt.amount : agreed,
    refunded_amount: isLess ? attempt.amount - stands : 0,
    stands,
    is_refund_open: status === 'REQRETURN',
    ...(state === 'authorised' && captureUntil(String(captureExpiryDateTime))),
    reference: {
      access_id: accessId,
      // GMO's settlement files may name it.
      ...(settlementCode ? { tran_id: settlementCode } : {}),
      ...(agreed_amount ? { agreed_amount } : {}),
      ...(wasSold ? sold : {}),
    },
    info: order.errorInformation?.title ?? status,
  }
}
