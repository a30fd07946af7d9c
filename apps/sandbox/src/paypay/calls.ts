import { createSession, getAuthorization, linkedBy, type Reply, unlink } from './links.ts'
import { current, type Json, later, type Payment, type PayPay, PayPayError, type Refund, save, text } from './paypay.ts'

/** Milliseconds for which a code can be paid. */
const CODE_LASTS = 5 * 60_000
const DAY = 86_400_000

type Route = {
  name: string
  method: string
  path: RegExp
  call: (paypay: PayPay, id: string, body: Json, query: URLSearchParams) => Reply
}

const yen = (amount: number) => ({ amount, currency: 'JPY' })
const seconds = (iso: string) => Math.floor(new Date(iso).getTime() / 1000)

function amount(body: Json): number {
  const { amount, currency } = (body.amount ?? {}) as { amount?: unknown; currency?: unknown }
  if (!Number.isInteger(amount) || Number(amount) < 1 || currency !== 'JPY')
    throw new PayPayError('INVALID_REQUEST_PARAMS')
  return Number(amount)
}

const refundOf = (one: Payment, { merchantRefundId, amount, status, reason }: Refund): Json => ({
  status,
  acceptedAt: seconds(one.createdAt),
  merchantRefundId,
  paymentId: one.paymentId,
  amount: yen(amount),
  reason,
})

function shown(one: Payment): Json {
  const isRefunded = one.captured > 0 && given(one) === one.captured
  return {
    status: isRefunded ? 'REFUNDED' : one.status,
    merchantPaymentId: one.merchantPaymentId,
    amount: yen(one.amount),
    requestedAt: seconds(one.createdAt),
    orderDescription: one.orderDescription,
    ...(one.paymentId === '' ? {} : { paymentId: one.paymentId, acceptedAt: seconds(one.createdAt) }),
    ...(one.status === 'AUTHORIZED' ? { expiresAt: seconds(one.expiresAt) } : {}),
    ...(one.captured === 0 || one.merchantCaptureId === ''
      ? {}
      : {
          captures: {
            data: [{ merchantCaptureId: one.merchantCaptureId, amount: yen(one.captured), status: 'COMPLETED' }],
          },
        }),
    ...(one.merchantRevertId === '' ? {} : { revert: { merchantRevertId: one.merchantRevertId } }),
    ...(one.refunds.length === 0 ? {} : { refunds: { data: one.refunds.map((refund) => refundOf(one, refund)) } }),
  }
}

const given = ({ refunds }: Payment) =>
  refunds.reduce((total, { amount, status }) => total + (status === 'REFUNDED' ? amount : 0), 0)

function byPaymentId(paypay: PayPay, id: string): Payment {
  const one = paypay.payments.all().find(({ paymentId }) => paymentId === id)
  if (id === '' || !one) throw new PayPayError('RESOURCE_NOT_FOUND')
  return current(paypay, one)!
}

function createCode(paypay: PayPay, _: string, body: Json): Reply {
  const merchantPaymentId = text(body, 'merchantPaymentId')
  const sum = amount(body)
  if (body.codeType !== 'ORDER_QR') throw new PayPayError('DYNAMIC_QR_BAD_REQUEST')
  if (!Number.isInteger(body.requestedAt)) throw new PayPayError('MISSING_REQUEST_PARAMS')
  const redirectUrl = text(body, 'redirectUrl', 2048)
  if (!['WEB_LINK', 'APP_DEEP_LINK'].includes(String(body.redirectType)))
    throw new PayPayError('INVALID_REQUEST_PARAMS')
  const { authorizationExpiry: until } = body
  const now = paypay.now()
  if (until !== undefined && Number(until) * 1000 > now.getTime() + paypay.config.authorizationDays * DAY + 60_000)
    throw new PayPayError('PRE_AUTH_CAPTURE_INVALID_EXPIRY_DATE')
  if (paypay.payments.get(merchantPaymentId)) throw new PayPayError('DUPLICATE_DYNAMIC_QR_REQUEST')
  const codeId = `04-${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`
  const one: Payment = {
    merchantPaymentId,
    codeId,
    paymentId: '',
    status: 'CREATED',
    amount: sum,
    isAuthorization: body.isAuthorization === true,
    captured: 0,
    merchantCaptureId: '',
    merchantRevertId: '',
    refunds: [],
    orderDescription: typeof body.orderDescription === 'string' ? body.orderDescription.slice(0, 255) : '',
    redirectUrl,
    createdAt: now.toISOString(),
    expiresAt: later(now, CODE_LASTS),
    isDeleted: false,
    history: [],
  }
  save(paypay, one, 'コードを作った')
  const url = `${paypay.publicUrl()}/sandbox/paypay/pay/${codeId}`
  const { redirectType } = body
  return {
    status: 201,
    data: {
      codeId,
      url,
      deeplink: `paypay://payment?link_key=${encodeURIComponent(url)}`,
      expiryDate: seconds(one.expiresAt),
      merchantPaymentId,
      amount: yen(sum),
      codeType: 'ORDER_QR',
      requestedAt: body.requestedAt,
      redirectUrl,
      redirectType,
      isAuthorization: one.isAuthorization,
    },
  }
}

function deleteCode(paypay: PayPay, id: string): Reply {
  const one = current(paypay, paypay.payments.byRef(id)[0])
  if (!one || one.isDeleted || one.status === 'EXPIRED') throw new PayPayError('DYNAMIC_QR_NOT_FOUND')
  if (one.status !== 'CREATED') throw new PayPayError('DYNAMIC_QR_ALREADY_PAID')
  save(paypay, { ...one, isDeleted: true, status: 'CANCELED' }, 'コードを消した')
  return { status: 200, data: null }
}

function getCodePayment(paypay: PayPay, id: string): Reply {
  const one = current(paypay, paypay.payments.get(id))
  if (!one || one.codeId === '') throw new PayPayError('DYNAMIC_QR_PAYMENT_NOT_FOUND')
  return { status: 200, data: shown(one) }
}

function getPayment(paypay: PayPay, id: string): Reply {
  const one = current(paypay, paypay.payments.get(id))
  if (!one) throw new PayPayError('RESOURCE_NOT_FOUND')
  return { status: 200, data: shown(one) }
}

/** 継続課金: charged to a linked account and captured at the same time. */
function createSubscriptionPayment(paypay: PayPay, _: string, body: Json): Reply {
  const merchantPaymentId = text(body, 'merchantPaymentId')
  const sum = amount(body)
  if (!Number.isInteger(body.requestedAt)) throw new PayPayError('MISSING_REQUEST_PARAMS')
  const link = linkedBy(paypay, body.userAuthorizationId)
  const before = paypay.payments.get(merchantPaymentId)
  if (before) {
    if (before.codeId !== '' || before.amount !== sum) throw new PayPayError('DUPLICATE_REQUEST_ORDER')
    return { status: 200, data: shown(before) }
  }
  if (link.status !== 'ACTIVE') throw new PayPayError('INVALID_USER_AUTHORIZATION_ID')
  if (link.refusal !== '') throw new PayPayError(link.refusal)
  const now = paypay.now()
  const one: Payment = {
    merchantPaymentId,
    codeId: '',
    paymentId: String(4_000_000_000 + paypay.store.next('paypay.payment')),
    status: 'COMPLETED',
    amount: sum,
    isAuthorization: false,
    captured: sum,
    merchantCaptureId: '',
    merchantRevertId: '',
    refunds: [],
    orderDescription: typeof body.orderDescription === 'string' ? body.orderDescription.slice(0, 255) : '',
    redirectUrl: '',
    createdAt: now.toISOString(),
    expiresAt: now.toISOString(),
    isDeleted: false,
    history: [],
  }
  save(paypay, one, `継続課金 ${sum}円`)
  return { status: 200, data: shown(one) }
}

/** 取消: until shortly after midnight; here as long as nothing was captured or refunded. */
function cancelPayment(paypay: PayPay, id: string): Reply {
  const one = current(paypay, paypay.payments.get(id))
  if (!one || one.refunds.length > 0 || !['AUTHORIZED', 'COMPLETED'].includes(one.status))
    throw new PayPayError('ORDER_NOT_REVERSIBLE')
  save(paypay, { ...one, status: 'CANCELED', captured: 0 }, '取り消した')
  return { status: 202, data: null }
}

function capture(paypay: PayPay, _: string, body: Json): Reply {
  const one = current(paypay, paypay.payments.get(text(body, 'merchantPaymentId')))
  const merchantCaptureId = text(body, 'merchantCaptureId')
  text(body, 'orderDescription', 255)
  const sum = amount(body)
  if (!one) throw new PayPayError('RESOURCE_NOT_FOUND')
  if (one.status === 'COMPLETED') throw new PayPayError('ALREADY_CAPTURED')
  if (one.status === 'EXPIRED') throw new PayPayError('ORDER_EXPIRED')
  if (one.status !== 'AUTHORIZED') throw new PayPayError('ORDER_NOT_CAPTURABLE')
  if (sum > one.amount) throw new PayPayError('HIGHER_CAPTURE_NOT_PERMITTED')
  const done = save(paypay, { ...one, status: 'COMPLETED', captured: sum, merchantCaptureId }, `確定 ${sum}円`)
  return { status: 200, data: shown(done) }
}

function revert(paypay: PayPay, _: string, body: Json): Reply {
  const merchantRevertId = text(body, 'merchantRevertId')
  const one = byPaymentId(paypay, text(body, 'paymentId'))
  if (one.status !== 'AUTHORIZED') throw new PayPayError('ORDER_NOT_CANCELABLE')
  save(paypay, { ...one, status: 'CANCELED', merchantRevertId }, '承認を取り消した')
  return { status: 200, data: { status: 'CANCELED', paymentId: one.paymentId } }
}

function refund(paypay: PayPay, _: string, body: Json): Reply {
  const merchantRefundId = text(body, 'merchantRefundId')
  const one = byPaymentId(paypay, text(body, 'paymentId'))
  const sum = amount(body)
  const before = one.refunds.find((refund) => refund.merchantRefundId === merchantRefundId)
  // The same request again; another amount under the number is refused.
  if (before && before.amount === sum) return { status: 200, data: refundOf(one, before) }
  if (before || one.status !== 'COMPLETED' || sum > one.captured - given(one)) throw new PayPayError('INVALID_PARAMS')
  if (one.refunds.filter(({ status }) => status === 'REFUNDED').length >= paypay.config.refundsEach)
    throw new PayPayError('UNACCEPTABLE_OP')
  const made: Refund = { merchantRefundId, amount: sum, status: 'REFUNDED', reason: String(body.reason ?? '') }
  save(paypay, { ...one, refunds: [...one.refunds, made] }, `返金 ${sum}円`)
  return { status: 200, data: refundOf(one, made) }
}

function getRefund(paypay: PayPay, id: string): Reply {
  for (const one of paypay.payments.all()) {
    const found = one.refunds.find(({ merchantRefundId }) => merchantRefundId === id)
    if (found) return { status: 200, data: refundOf(one, found) }
  }
  throw new PayPayError('NO_SUCH_REFUND_ORDER')
}

export const ROUTES: readonly Route[] = [
  { name: 'createCode', method: 'POST', path: /^v2\/codes$/, call: createCode },
  { name: 'getCodePayment', method: 'GET', path: /^v2\/codes\/payments\/([\w-]+)$/, call: getCodePayment },
  { name: 'deleteCode', method: 'DELETE', path: /^v2\/codes\/([\w-]+)$/, call: deleteCode },
  { name: 'capture', method: 'POST', path: /^v2\/payments\/capture$/, call: capture },
  { name: 'revert', method: 'POST', path: /^v2\/payments\/preauthorize\/revert$/, call: revert },
  { name: 'getPayment', method: 'GET', path: /^v2\/payments\/([\w-]+)$/, call: getPayment },
  { name: 'cancelPayment', method: 'DELETE', path: /^v2\/payments\/([\w-]+)$/, call: cancelPayment },
  { name: 'refund', method: 'POST', path: /^v2\/refunds$/, call: refund },
  { name: 'getRefund', method: 'GET', path: /^v2\/refunds\/([\w-]+)$/, call: getRefund },
  { name: 'createSession', method: 'POST', path: /^v1\/qr\/sessions$/, call: createSession },
  {
    name: 'subscriptionPayment',
    method: 'POST',
    path: /^v1\/subscription\/payments$/,
    call: createSubscriptionPayment,
  },
  { name: 'getAuthorization', method: 'GET', path: /^v2\/user\/authorizations$/, call: getAuthorization },
  { name: 'unlink', method: 'DELETE', path: /^v2\/user\/authorizations\/([\w%-]+)$/, call: unlink },
]
