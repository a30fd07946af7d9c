import { createHash, randomUUID } from 'node:crypto'
import { current, type GmoOpenApi, type Json, later, Problem, save, type WalletOrder } from './gmo-openapi.ts'
import { brandOf, REFUSED_PAN, readSheetToken } from './sheet-token.ts'

export const WALLET_NAMES: Readonly<Record<string, string>> = {
  PAYPAY: 'PayPay',
  DOCOMO: 'd払い',
  RAKUTEN: '楽天ペイ',
  AU_APP: 'au PAY',
  MERPAY: 'メルペイ',
}
/** Cards by the token of a sheet, by cardType. */
export const SHEET_NAMES: Readonly<Record<string, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }

const isCard = ({ walletType }: WalletOrder) => SHEET_NAMES[walletType] !== undefined

type Call = (gmo: GmoOpenApi, body: Json) => Json

const partOf = (body: Json, name: string): Json => {
  const part = body[name]
  if (typeof part !== 'object' || part === null) throw new Problem('invalid-request')
  return part as Json
}

/** A text of at most so many bytes. */
function text(part: Json, name: string, bytes = 255): string {
  const value = part[name]
  if (typeof value !== 'string' || value === '' || Buffer.byteLength(value) > bytes)
    throw new Problem('invalid-request')
  return value
}

function yenOf(part: Json): number {
  const amount = text(part, 'amount', 9)
  if (!/^[1-9]\d*$/.test(amount)) throw new Problem('invalid-amount')
  return Number(amount)
}

function addressOf(part: Json, name: string): string {
  const url = text(part, name, 2048)
  // The test environment takes http too.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Problem('invalid-request')
  return url
}

const inJapan = (iso: string) => {
  const local = new Date(new Date(iso).getTime() + 9 * 3_600_000).toISOString()
  return `${local.slice(0, 19)}+09:00`
}

const referenceOf = (one: WalletOrder): Json => ({
  accessId: one.accessId,
  orderId: one.orderId,
  status: one.status,
  created: inJapan(one.created),
  updated: inJapan(one.updated),
  amount: String(one.amount),
  chargeType: isCard(one) ? 'CREDIT' : 'WALLET',
})

const shown = (one: WalletOrder): Json => ({
  orderReference: referenceOf(one),
  [isCard(one) ? 'creditResult' : 'walletResult']: {
    ...(isCard(one)
      ? { cardType: one.walletType, cardResult: { cardNumber: '**********9999', brand: one.brand } }
      : { walletType: one.walletType }),
    ...(one.settlementCode === '' ? {} : { [isCard(one) ? 'nwTransactionId' : 'settlementCode']: one.settlementCode }),
    ...(one.status === 'AUTH' ? { captureExpiryDateTime: inJapan(one.expiresAt) } : {}),
  },
  ...(one.error === '' ? {} : { errorInformation: { title: one.error, detail: one.error } }),
})

/** 加盟店, 取引 and お客様, the same for whatever is paid by. A new transaction of them, which is not saved. */
function entered(gmo: GmoOpenApi, body: Json, walletType: string): WalletOrder {
  const merchant = partOf(body, 'merchant')
  const order = partOf(body, 'order')
  const payer = partOf(body, 'payer')
  const orderId = text(order, 'orderId', 27)
  const amount = yenOf(order)
  const merchantName = text(merchant, 'name', 45)
  if (!/^[ァ-ヶー]+$/.test(text(merchant, 'nameKana', 60))) throw new Problem('invalid-request')
  if (!/^[ -~]+$/.test(text(merchant, 'nameAlphabet'))) throw new Problem('invalid-request')
  for (const [name, bytes] of [
    ['nameShort', 45],
    ['contactName', 63],
    ['contactPhone', 20],
  ] as const)
    text(merchant, name, bytes)
  if (!text(merchant, 'contactEmail').includes('@')) throw new Problem('invalid-request')
  if (!/^\d\d:\d\d-\d\d:\d\d$/.test(text(merchant, 'contactOpeningHours'))) throw new Problem('invalid-request')
  if (order.transactionType !== 'CIT' || (order.currency ?? 'JPY') !== 'JPY') throw new Problem('invalid-request')
  const payerName = text(payer, 'name', 60)
  const now = gmo.now()
  return {
    orderId,
    accessId: randomUUID().replaceAll('-', ''),
    walletType,
    brand: '',
    authorizationMode: 'AUTH',
    status: 'REQSUCCESS',
    amount,
    payerName,
    payerEmail: typeof payer.email === 'string' ? payer.email : '',
    merchantName,
    callbackUrl: merchant.callbackUrl === undefined ? '' : addressOf(merchant, 'callbackUrl'),
    webhookUrl: merchant.webhookUrl === undefined ? '' : addressOf(merchant, 'webhookUrl'),
    csrfToken: typeof merchant.csrfToken === 'string' ? merchant.csrfToken : '',
    authenticated: '',
    settlementCode: '',
    soldAt: '',
    created: now.toISOString(),
    updated: now.toISOString(),
    expiresAt: later(now, gmo.config.pageMinutes * 60_000),
    error: '',
    history: [],
  }
}

const modeOf = (part: Json): WalletOrder['authorizationMode'] => {
  const { authorizationMode } = part
  if (authorizationMode !== 'AUTH' && authorizationMode !== 'CAPTURE') throw new Problem('invalid-request')
  return authorizationMode
}

const redirectTo = (gmo: GmoOpenApi, one: WalletOrder, page: string, redirectType: string): Json => ({
  nextAction: 'REDIRECT',
  orderReference: referenceOf(one),
  redirectInformation: {
    redirectUrl: `${gmo.publicUrl()}/sandbox/gmo-openapi/${page}/${one.accessId}`,
    httpMethod: 'GET',
    redirectType,
  },
})

function charge(gmo: GmoOpenApi, body: Json): Json {
  const wallet = partOf(body, 'walletInformation')
  const walletType = text(wallet, 'walletType')
  const authorizationMode = modeOf(partOf(wallet, 'walletChargeOptions'))
  if (!WALLET_NAMES[walletType]) throw new Problem('invalid-request')
  const one = { ...entered(gmo, body, walletType), authorizationMode }
  if (one.callbackUrl === '') throw new Problem('invalid-request')
  if (gmo.orders.get(one.orderId)) throw new Problem('order-id-duplicated')
  return redirectTo(gmo, save(gmo, one, '受け付けた'), 'pay', 'WALLET_CHARGE')
}

/** The card company grants it. */
function granted(gmo: GmoOpenApi, one: WalletOrder): Json {
  const isAuth = one.authorizationMode === 'AUTH'
  const made = save(
    gmo,
    {
      ...one,
      status: isAuth ? 'AUTH' : 'CAPTURE',
      soldAt: isAuth ? '' : gmo.now().toISOString(),
      settlementCode: String(8_000_000_000 + gmo.store.next('gmo-openapi.settlement')),
      expiresAt: later(gmo.now(), gmo.config.authorizationDays * 86_400_000),
    },
    'カード会社が承認した',
  )
  return { nextAction: isAuth ? 'CAPTURE' : 'NO_ACTION', ...shown(made) }
}

/**
 * クレカ払い by the token of a sheet. 3-D Secure is asked of a card that is none of a device, unless it is declined
 * (`useTds2`); Apple Pay has none.
 */
function creditCharge(gmo: GmoOpenApi, body: Json): Json {
  const credit = partOf(body, 'creditInformation')
  const { type, ...tokenized } = partOf(credit, 'tokenizedCard')
  const options = partOf(credit, 'creditChargeOptions')
  const token = text(tokenized, 'token', 16_384)
  const card = readSheetToken(type, token, gmo.config.shopId)
  const isApplePay = type === 'APPLE_PAY_TOKEN'
  const { useTds2 = true, useFraudDetection = false, paymentMethod = 'ONE_TIME' } = options
  if (isApplePay && (useTds2 !== false || useFraudDetection !== false || paymentMethod !== 'ONE_TIME'))
    throw new Problem('invalid-request')
  const one: WalletOrder = {
    ...entered(gmo, body, isApplePay ? 'APPLE_PAY' : 'GOOGLE_PAY'),
    brand: brandOf(card.pan),
    authorizationMode: modeOf(options),
    status: 'UNPROCESSED',
  }
  if (gmo.orders.get(one.orderId)) throw new Problem('order-id-duplicated')
  if (card.amount !== null && card.amount !== one.amount) throw new Problem('invalid-amount')
  if (card.expires < Date.now()) throw new Problem('invalid-token')
  const hash = createHash('sha256').update(token).digest('hex')
  if (gmo.used.get(hash)) throw new Problem('token-used')
  gmo.used.put(hash, { token: hash, orderId: one.orderId })
  if (card.pan === REFUSED_PAN) {
    save(gmo, { ...one, error: 'card-refused' }, 'カード会社が断った')
    throw new Problem('card-refused')
  }
  if (card.isOfDevice || useTds2 === false) return granted(gmo, one)
  if (one.callbackUrl === '' || one.payerEmail === '') throw new Problem('invalid-request')
  const { tds2Options } = body.tds2Information === undefined ? {} : partOf(body, 'tds2Information')
  const isAuto = (tds2Options as Json | undefined)?.autoAuthorization !== false
  // What GMO does by itself then is not built here.
  if (isAuto) throw new Problem('forbidden')
  return redirectTo(gmo, save(gmo, { ...one, status: 'AUTHENTICATED' }, '本人認証を待つ'), 'authenticate', 'TDS2')
}

/** 3Dセキュア後の支払い. */
function finalizeCharge(gmo: GmoOpenApi, body: Json): Json {
  const one = byAccessId(gmo, body)
  if (one.status !== 'AUTHENTICATED') throw new Problem('invalid-status')
  if (one.authenticated === 'Y') return granted(gmo, one)
  if (one.authenticated === '') throw new Problem('invalid-status')
  save(gmo, { ...one, error: 'tds2-failed' }, '本人認証が成功しなかった')
  throw new Problem('tds2-failed')
}

function byAccessId(gmo: GmoOpenApi, body: Json): WalletOrder {
  const one = current(gmo, gmo.orders.byRef(text(body, 'accessId'))[0])
  if (!one) throw new Problem('order-not-found')
  return one
}

/** By accessId, orderId or both. What a wallet decides later is decided when it was asked about once. */
function inquiry(gmo: GmoOpenApi, body: Json): Json {
  const { accessId, orderId } = body
  const one = current(
    gmo,
    typeof orderId === 'string' ? gmo.orders.get(orderId) : gmo.orders.byRef(text(body, 'accessId'))[0],
  )
  if (!one || (accessId !== undefined && one.accessId !== accessId)) throw new Problem('order-not-found')
  const answer = shown(one)
  if (one.status === 'AUTHPROCESS') save(gmo, { ...one, status: 'AUTH' }, 'Pay事業者が承認した')
  if (one.status === 'REQRETURN') save(gmo, { ...one, status: 'RETURN' }, 'Pay事業者が返金した')
  return answer
}

function capture(gmo: GmoOpenApi, body: Json): Json {
  const one = byAccessId(gmo, body)
  if (one.status === 'EXPIRED') throw new Problem('capture-expired')
  if (one.status !== 'AUTH') throw new Problem('invalid-status')
  const soldAt = gmo.now().toISOString()
  return shown(save(gmo, { ...one, status: 'SALES', soldAt }, `売上を確定した ${one.amount}円`))
}

/**
 * キャンセル: of an authorisation or of a whole sale, which on its own day is CANCEL too. A page that waits for its customer can't be
 * closed.
 */
function cancel(gmo: GmoOpenApi, body: Json): Json {
  const one = byAccessId(gmo, body)
  if (one.status === 'AUTH') return shown(save(gmo, { ...one, status: 'CANCEL' }, '仮売上を取り消した'))
  if (one.status !== 'SALES' && one.status !== 'CAPTURE') throw new Problem('invalid-status')
  const isOfToday = inJapan(one.soldAt).slice(0, 10) === inJapan(gmo.now().toISOString()).slice(0, 10)
  const isLater = gmo.config.returnsLater.includes(one.walletType)
  const status = isLater ? 'REQRETURN' : isOfToday || isCard(one) ? 'CANCEL' : 'RETURN'
  return shown(save(gmo, { ...one, status }, `売上を取り消した ${one.amount}円`))
}

/** 金額変更, also of a sale. Of wallets to a lower amount; of a card the mode is needed, and Visa by Apple Pay has none. */
function update(gmo: GmoOpenApi, body: Json): Json {
  const one = byAccessId(gmo, body)
  const amount = yenOf(body)
  if (!['AUTH', 'SALES', 'CAPTURE'].includes(one.status)) throw new Problem('invalid-status')
  if (isCard(one)) {
    const status = modeOf(body) === 'AUTH' ? 'AUTH' : 'CAPTURE'
    if ((one.status === 'AUTH') !== (status === 'AUTH')) throw new Problem('invalid-status')
    if (one.walletType === 'APPLE_PAY' && one.brand === 'VISA') throw new Problem('invalid-status')
    return shown(save(gmo, { ...one, amount, status }, `金額を変えた ${one.amount}円 → ${amount}円`))
  }
  if (amount >= one.amount) throw new Problem('invalid-amount')
  return shown(save(gmo, { ...one, amount }, `金額を変えた ${one.amount}円 → ${amount}円`))
}

export const CALLS: Readonly<Record<string, Call>> = {
  'wallet/charge': charge,
  'credit/charge': creditCharge,
  'tds2/finalizeCharge': finalizeCharge,
  'order/inquiry': inquiry,
  'order/capture': capture,
  'order/cancel': cancel,
  'order/update': update,
}
export const GMO_OPENAPI_APIS = Object.keys(CALLS)
