import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { PayPayConfig } from './config.ts'
import { PayPayError } from './paypay.ts'

/** Allowed difference to the merchant's clock, in seconds. */
const SKEW = 120

type Request = {
  method: string
  path: string
  header: (name: string) => string | undefined
  body: string
}

/** @throws PayPayError if a request is not signed by the merchant, or its time is not current */
export function checkSignature(config: PayPayConfig, { method, path, header, body }: Request, now: Date): void {
  const found = /^hmac OPA-Auth:([^:]+):([^:]+):([^:]+):(\d+):([^:]+)$/.exec(header('authorization') ?? '')
  if (!found) throw new PayPayError('UNAUTHORIZED')
  const [, key, mac, nonce, epoch, digest] = found
  if (key !== config.apiKey) throw new PayPayError('OPA_CLIENT_NOT_FOUND')
  if (Math.abs(now.getTime() / 1000 - Number(epoch)) > SKEW) throw new PayPayError('UNAUTHORIZED')
  const hasBody = body !== ''
  const type = hasBody ? 'application/json' : 'empty'
  if (hasBody && !(header('content-type') ?? '').startsWith(type)) throw new PayPayError('INVALID_REQUEST_PARAMS')
  const own = hasBody
    ? createHash('md5')
        .update(Buffer.from(type + body))
        .digest('base64')
    : 'empty'
  const text = `${path}\n${method}\n${nonce}\n${epoch}\n${type}\n${own}`
  const expected = Buffer.from(createHmac('sha256', config.apiSecret).update(text).digest('base64'))
  const given = Buffer.from(mac!)
  if (own !== digest || expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new PayPayError('UNAUTHORIZED')
  if (header('x-assume-merchant') !== config.merchantId) throw new PayPayError('OP_OUT_OF_SCOPE')
}
