import { randomUUID } from 'node:crypto'
import { current, type GmoOpenApi, type Json, later, Problem, save, type WalletOrder } from './gmo-openapi.ts'

export const WALLET_NAMES: Readonly<Record<string, string>> = {
  PAYPAY: 'PayPay',
  DOCOMO: 'd払い',
  RAKUTEN: '楽天ペイ',
  AU_APP: 'au PAY',
  MERPAY: 'メルペイ',
}

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
  chargeType: 'WALLET',
})

const shown = (one: WalletOrder): Json => ({
  orderReference: referenceOf(one),
  walletResult: {
    walletType: one.walletType,
    ...(one.settlementCode === '' ? {} : { settlementCode: one.settlementCode }),
    ...(one.status === 'AUTH' ? { captureExpiryDateTime: inJapan(one.expiresAt) } : {}),
  },
  ...(one.error === '' ? {} : { errorInformation: { title: one.error, detail: one.error } }),
})

function charge(gmo: GmoOpenApi, body: Json): Json {
  const merchant = partOf(body, 'merchant')
  const order = partOf(body, 'order')
  const payer = partOf(body, 'payer')
  const wallet = partOf(body, 'walletInformation')
  const orderId = text(order, 'orderId', 27)
  const amount = yenOf(order)
  const { authorizationMode } = partOf(wallet, 'walletChargeOptions')
  const walletType = text(wallet, 'walletType')
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
  if (authorizationMode !== 'AUTH' && authorizationMode !== 'CAPTURE') throw new Problem('invalid-request')
  if (!WALLET_NAMES[walletType]) throw new Problem('invalid-request')
  if (gmo.orders.get(orderId)) throw new Problem('order-id-duplicated')
  const now = gmo.now()
  const one = save(
    gmo,
    {
      orderId,
      accessId: randomUUID().replaceAll('-', ''),
      walletType,
      authorizationMode,
      status: 'REQSUCCESS',
      amount,
      payerName: text(payer, 'name', 60),
      merchantName,
      callbackUrl: addressOf(merchant, 'callbackUrl'),
      webhookUrl: merchant.webhookUrl === undefined ? '' : addressOf(merchant, 'webhookUrl'),
      csrfToken: typeof merchant.csrfToken === 'string' ? merchant.csrfToken : '',
      settlementCode: '',
      soldAt: '',
      created: now.toISOString(),
      updated: now.toISOString(),
      expiresAt: later(now, gmo.config.pageMinutes * 60_000),
      error: '',
      history: [],
    },
    '受け付けた',
  )
  return {
    nextAction: 'REDIRECT',
    orderReference: referenceOf(one),
    redirectInformation: {
      redirectUrl: `${gmo.publicUrl()}/sandbox/gmo-openapi/pay/${one.accessId}`,
      httpMethod: 'GET',
      redirectType: 'WALLET_CHARGE',
    },
  }
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
  const status = isLater ? 'REQRETURN' : isOfToday ? 'CANCEL' : 'RETURN'
  return shown(save(gmo, { ...one, status }, `売上を取り消した ${one.amount}円`))
}

/** 金額変更, to a lower amount, also of a sale. */
function update(gmo: GmoOpenApi, body: Json): Json {
  const one = byAccessId(gmo, body)
  const amount = yenOf(body)
  if (!['AUTH', 'SALES', 'CAPTURE'].includes(one.status)) throw new Problem('invalid-status')
  if (amount >= one.amount) throw new Problem('invalid-amount')
  return shown(save(gmo, { ...one, amount }, `金額を変えた ${one.amount}円 → ${amount}円`))
}

export const CALLS: Readonly<Record<string, Call>> = {
  'wallet/charge': charge,
  'order/inquiry': inquiry,
  'order/capture': capture,
  'order/cancel': cancel,
  'order/update': update,
}
export const GMO_OPENAPI_APIS = Object.keys(CALLS)
