import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type PaymentRefusal, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { askProvider } from '../network/ask-provider.ts'

export interface PayPaySettings {
  /** `https://apigw.paypay.ne.jp`, for tests `https://apigw.sandbox.paypay.ne.jp`, or the address of the simulator. */
  base_url: string
  api_key: string
  api_secret: string
  merchant_id: string
  /** Days for which an authorisation is asked to last; absent: as the contract says. */
  authorization_days?: number | undefined
  timeout_ms?: number
}

/** A refusal by PayPay: its code, and its finer number, which tells refusals of one code apart. */
export class PayPayError extends Error {
  readonly code: string
  readonly status: number
  constructor(api: string, { code, codeId }: ResultInfo, status: number) {
    super(`${api}: ${code} ${codeId ?? ''}`.trim())
    this.code = code
    this.status = status
  }
}

interface ResultInfo {
  code: string
  codeId?: string
}

interface PayPayRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** Without host and query. */
  path: string
  /** As sent, byte for byte; '': none. */
  body: string
}

type Keys = Pick<PayPaySettings, 'api_key' | 'api_secret'>

/**
 * Returns the Authorization header of a call: `hmac OPA-Auth:…` over path, method, nonce, time and digest of the body.
 * `epoch`: seconds.
 */
export function authorizationHeader(
  { api_key, api_secret }: Keys,
  { method, path, body }: PayPayRequest,
  nonce: string,
  epoch: number,
): string {
  const type = body === '' ? 'empty' : 'application/json'
  const digest = body === '' ? 'empty' : createHash('md5').update(type).update(body).digest('base64')
  const signed = [path, method, nonce, epoch, type, digest].join('\n')
  const mac = createHmac('sha256', api_secret).update(signed).digest('base64')
  return `hmac OPA-Auth:${[api_key, mac, nonce, epoch, digest].join(':')}`
}

export type CallPayPay = <T>(method: PayPayRequest['method'], path: string, body?: object) => Promise<T>

/** PayPay does not accept the shop's keys, or is asked too much: says nothing of the payment. */
const noDecision = new Set([401, 403, 408, 425, 429])
/** … but says this of the customer's 連携, also with such a status. */
const closedLink = ['INVALID_USER_AUTHORIZATION_ID', 'EXPIRED_USER_AUTHORIZATION_ID']
/** What counts as done; 202 is not a refusal by its status alone. */
const accepted = new Set(['SUCCESS', 'REQUEST_ACCEPTED'])

/**
 * Returns a function that makes one signed call of the Open Payment API and returns its `data`.
 * @throws PayPayError when PayPay refuses, PaymentUnavailable when there is no usable response
 */
export function makePayPayCaller(settings: PayPaySettings): CallPayPay {
  return async <T>(method: PayPayRequest['method'], path: string, body?: object): Promise<T> => {
    const url = new URL(`${settings.base_url}/${path}`)
    const epoch = Math.floor(Date.now() / 1000)
    const text = body ? JSON.stringify({ ...body, requestedAt: epoch }) : ''
    const api = `${method} ${path.replace(/\?.*/, '').replace(/(payments|refunds|codes|authorizations)\/[\w-]*\d[\w-]*/, '$1/…')}`
    const request = {
      method,
      headers: {
        authorization: authorizationHeader(settings, { method, path: url.pathname, body: text }, randomUUID(), epoch),
        'x-assume-merchant': settings.merchant_id,
        ...(text ? { 'content-type': 'application/json' } : {}),
      },
      ...(text ? { body: text } : {}),
    }
    const { status, answer } = await askProvider<{ resultInfo?: ResultInfo; data?: T }>(
      `PayPay ${api}`,
      url,
      request,
      settings.timeout_ms,
    )
    const { resultInfo, data } = answer
    const isUndecided = noDecision.has(status) && !closedLink.includes(resultInfo?.code ?? '')
    if (!resultInfo?.code || status >= 500 || isUndecided || resultInfo.code === 'OPA_CLIENT_NOT_FOUND')
      throw new PaymentUnavailable(`PayPay ${api}: HTTP ${status} ${resultInfo?.code ?? ''}`)
    if (status < 300 && accepted.has(resultInfo.code)) return data as T
    throw new PayPayError(api, resultInfo, status)
  }
}

/** What the customer can do about it; anything else is `not_accepted`. */
const refusals: Readonly<Record<string, PaymentRefusal>> = {
  NO_SUFFICIENT_FUND: 'limit',
  LIMIT_EXCEEDED: 'limit',
  USER_DEFINED_DAILY_LIMIT_EXCEEDED: 'limit',
  USER_DEFINED_MONTHLY_LIMIT_EXCEEDED: 'limit',
  HIGHER_CAPTURE_NOT_PERMITTED: 'limit',
  PAY_METHOD_INVALIDATED: 'unusable',
  CANCELED_USER: 'unusable',
  USER_STATE_IS_NOT_ACTIVE: 'unusable',
  INVALID_USER_AUTHORIZATION_ID: 'agreement_closed',
  EXPIRED_USER_AUTHORIZATION_ID: 'agreement_closed',
}

/** Translates PayPay's codes into the port's errors. */
export function translatePayPayErrors(error: unknown): unknown {
  if (!(error instanceof PayPayError)) return error
  return new PaymentRefused(refusals[error.code] ?? 'not_accepted', error.message)
}

/** Whether PayPay says that the customer's 連携 is over. */
export const isClosedLink = (error: unknown): boolean => hasPayPayCode(error, ...closedLink)

/** Whether PayPay refused with exactly one of these codes. */
export const hasPayPayCode = (error: unknown, ...codes: string[]): error is PayPayError =>
  error instanceof PayPayError && codes.includes(error.code)
