import { type Json, Problem } from './gmo-openapi.ts'

/** What a token of a sheet says once it is decrypted, with the fields that a charge depends on. */
export interface SheetCard {
  pan: string
  /** The cryptogram of a device: needs no 3-D Secure. */
  isOfDevice: boolean
  /** Yen to which the token was given; null: it does not say. */
  amount: number | null
  /** Epoch milliseconds after which it is not good. */
  expires: number
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const invalid = () => new Problem('invalid-token')

function base64(value: unknown): string {
  if (typeof value !== 'string' || value === '' || !BASE64.test(value)) throw invalid()
  return Buffer.from(value, 'base64').toString()
}

function json(text: unknown): Json {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {}
  throw invalid()
}

/** The stand-in sheets do not encrypt: what would be the ciphertext is Base64 of the plain text. */
const decrypted = (value: unknown) => json(base64(value))

/** Apple's payment token (PKPaymentToken.paymentData), EC_v1. */
function applePay(token: Json): SheetCard {
  const header = json(token.header)
  if (token.version !== 'EC_v1') throw invalid()
  for (const value of [token.signature, header.ephemeralPublicKey, header.publicKeyHash]) base64(value)
  if (!/^[0-9a-f]+$/i.test(String(header.transactionId))) throw invalid()
  const { applicationPrimaryAccountNumber, currencyCode, transactionAmount, paymentDataType } = decrypted(token.data)
  if (currencyCode !== '392' || paymentDataType !== '3DSecure') throw invalid()
  return {
    pan: String(applicationPrimaryAccountNumber),
    isOfDevice: true,
    amount: Number(transactionAmount),
    expires: Number.POSITIVE_INFINITY,
  }
}

/** Google's payment method token, ECv2. */
function googlePay(token: Json, shopId: string): SheetCard {
  const key = json(token.intermediateSigningKey)
  if (token.protocolVersion !== 'ECv2' || !Array.isArray(key.signatures)) throw invalid()
  for (const value of [token.signature, ...key.signatures]) base64(value)
  json(key.signedKey)
  const message = json(token.signedMessage)
  for (const value of [message.ephemeralPublicKey, message.tag]) base64(value)
  const { paymentMethod, paymentMethodDetails, gatewayMerchantId, messageExpiration } = decrypted(
    message.encryptedMessage,
  )
  const { pan, authMethod } = json(paymentMethodDetails)
  if (paymentMethod !== 'CARD' || gatewayMerchantId !== shopId) throw invalid()
  if (authMethod !== 'PAN_ONLY' && authMethod !== 'CRYPTOGRAM_3DS') throw invalid()
  return {
    pan: String(pan),
    isOfDevice: authMethod === 'CRYPTOGRAM_3DS',
    amount: null,
    expires: Number(messageExpiration),
  }
}

/** @throws Problem invalid-token */
export function readSheetToken(type: unknown, token: string, shopId: string): SheetCard {
  const value = json(base64(token))
  if (type === 'APPLE_PAY_TOKEN') return applePay(value)
  if (type === 'GOOGLE_PAY_TOKEN') return googlePay(value, shopId)
  throw invalid()
}

/** The card that a card company refuses. */
export const REFUSED_PAN = '4999000000000002'

export const brandOf = (pan: string): string =>
  pan.startsWith('4') ? 'VISA' : pan.startsWith('35') ? 'JCB' : pan.startsWith('3') ? 'AMEX' : 'MASTERCARD'
