import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { type CardRefusal, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { toCp932Text } from '@kushi/values/windows-text'
import iconv from 'iconv-lite'

/** GMO's error detail for an order number that was registered before. */
export const ORDER_ID_USED_CODE = 'E01040010'
/** GMO's error detail for an order number that it does not know. */
export const ORDER_ID_UNKNOWN_CODE = 'E01110002'

/** Encodes a form as GMO expects it: Windows-31J bytes, percent-escaped. */
export function encodeGmoForm(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeBytes(iconv.encode(toCp932Text(value), 'cp932'))}`)
    .join('&')
}

function escapeBytes(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes)
    text += isUnreserved(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return text
}

const isUnreserved = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2e ||
  byte === 0x5f

/**
 * Parses `K=V&K=V` with unescaped values. A value may contain `=` (only the first one splits) and, in RedirectUrl, even
 * `&t=…`. So a piece whose name is not a field of GMO's responses belongs to the value before it.
 */
export function decodeGmoAnswer(bytes: Uint8Array): Record<string, string> {
  const fields: Record<string, string> = {}
  let last: string | null = null
  for (const piece of iconv.decode(Buffer.from(bytes), 'cp932').trim().split('&')) {
    const at = piece.indexOf('=')
    const name = at > 0 ? piece.slice(0, at) : ''
    if (/^[A-Z][A-Za-z0-9]*$/.test(name)) {
      fields[name] = piece.slice(at + 1)
      last = name
    } else if (last) fields[last] += `&${piece}`
  }
  return fields
}

export interface CardApproval {
  approve: string
  tran_id: string
}

/** The fields of CheckString, in this order, before the shop's password. */
const signed = ['OrderID', 'Forward', 'Method', 'PayTimes', 'Approve', 'TranID', 'TranDate'] as const
/** Names of the response fields that an approval consists of, with GMO's signature. */
export const approvalFieldNames = [...signed, 'CheckString']

/**
 * Returns an approval after checking GMO's signature (MD5 with the shop's password).
 * @throws PaymentUnavailable when the signature does not match: the response was cut off, or is not from GMO. The
 * caller must then search whether money moved.
 */
export function verifyApprovalSignature(answer: Record<string, string>, shopPass: string): CardApproval {
  const text = signed.map((name) => answer[name] ?? '').join('')
  const made = createHash('md5')
    .update(text + shopPass)
    .digest('hex')
  if (answer.CheckString?.toLowerCase() !== made) throw new PaymentUnavailable('CheckString does not match')
  return { approve: answer.Approve!, tran_id: answer.TranID! }
}

export interface GmoSettings {
  base_url: string
  shop_id: string
  shop_pass: string
  site_id: string
  site_pass: string
  /** Name of the shop on the bank's 3-D Secure page; absent: the name registered at GMO. */
  tenant_name?: string
  /**
   * Which job (JobCd) cancels or returns everything: `date`, by the day of the transaction's last step (GMO's own module);
   * `state`, VOID before the sale and RETURN after it. Absent: `date`.
   */
  cancel_rule?: CancelJobRule
  /** The provider's time; absent: the machine's. */
  now?: () => Date
  timeout_ms?: number
}
/** How the job code for a cancellation is chosen; see `cancel_rule` above. */
export type CancelJobRule = 'date' | 'state'

/** Milliseconds. Longer than a payment's lease (10 seconds), which its holder renews while it waits for the response. */
const timeoutMs = 30_000

/** A refusal by GMO: code and detail, in pairs. */
export class GmoError extends Error {
  readonly infos: string[]
  constructor(api: string, infos: string[]) {
    super(`${api}: ${infos.join(', ')}`)
    this.infos = infos
  }
}

/**
 * Makes one call of the protocol type (プロトコルタイプ): a form in Shift_JIS to `/payment/<api>.idPass`.
 * @throws GmoError when it returns error codes, PaymentUnavailable when there is no usable response
 */
export async function callGmo(
  settings: GmoSettings,
  api: string,
  fields: Record<string, string>,
  expected: readonly string[],
): Promise<Record<string, string>> {
  const answer = decodeGmoAnswer(await postGmo(settings, api, fields))
  if (answer.ErrInfo !== undefined) throw new GmoError(api, answer.ErrInfo.split('|'))
  // A truncated response does not show what happened.
  if (expected.some((name) => answer[name] === undefined)) throw new PaymentUnavailable(`${api}: incomplete answer`)
  return answer
}

/**
 * A call that answers with one record a line, its values between `|`. Returns the lines; whether they are all is for
 * the caller to check.
 * @throws GmoError, PaymentUnavailable as `callGmo`
 */
export async function callGmoForLines(
  settings: GmoSettings,
  api: string,
  fields: Record<string, string>,
): Promise<string[]> {
  const bytes = await postGmo(settings, api, fields)
  const { ErrInfo } = decodeGmoAnswer(bytes)
  if (ErrInfo !== undefined) throw new GmoError(api, ErrInfo.split('|'))
  return iconv
    .decode(bytes, 'cp932')
    .split(/\r?\n/)
    .filter((line) => line !== '')
}

async function postGmo(settings: GmoSettings, api: string, fields: Record<string, string>): Promise<Buffer> {
  try {
    const url = new URL(`${settings.base_url}/payment/${api}.idPass`)
    return await post(url, encodeGmoForm(fields), settings.timeout_ms ?? timeoutMs)
  } catch (cause) {
    throw new PaymentUnavailable(`${api}: no answer`, cause)
  }
}

/**
 * POSTs a form on a kept-open connection and returns the response's body. By `node:http`, because `fetch` takes three
 * times its processor time, and the day's run makes two calls for each delivery.
 * @throws Error when there is no complete response in time, or one with another status than 2xx
 */
function post(url: URL, body: string, timeout_ms: number): Promise<Buffer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
  return new Promise<Buffer>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, { method: 'POST', headers }, (res) => {
      const { statusCode: status = 0 } = res
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('error', reject)
      res.on('end', () => {
        if (status >= 200 && status < 300) resolve(Buffer.concat(parts))
        else reject(new Error(`HTTP ${status}`))
      })
    })
    const late = setTimeout(() => sent.destroy(new Error(`no answer in ${timeout_ms} ms`)), timeout_ms)
    sent.on('error', reject)
    sent.on('close', () => {
      clearTimeout(late)
      // `101 Switching Protocols` closes it with neither a response nor an error.
      reject(new Error('closed before the response was complete'))
    })
    sent.end(body)
  })
}

/**
 * Thrown when GMO refused for a reason that says nothing about the card. For a call that moves money, GMO's record then
 * shows whether it did: see `payments.ts`.
 */
export class UnexplainedRefusal extends PaymentUnavailable {
  /** The error as a final refusal, once it is known that nothing was done. */
  get asRefusal(): PaymentRefused {
    return new PaymentRefused('not_accepted', (this.cause as GmoError).infos.join('|'))
  }
}

/** Translates GMO's codes into the port's errors: refused, or a fault that is not the card's. */
export async function translateGmoErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GmoError)) throw error
    if (error.infos.some(isNoDecision)) throw new PaymentUnavailable(error.message, error)
    const refusals = error.infos.map(cardRefusalOf)
    const [refusal] = refusals
    if (!refusal || refusals.includes(null)) throw new UnexplainedRefusal(error.message, error)
    throw new PaymentRefused(refusal, error.infos[0]!)
  }
}

/**
 * GMO decided nothing: it is busy, still at work on the same request or out of order (E9), or does not accept the shop's
 * own keys (ShopID, ShopPass, SiteID, SitePass).
 */
const isNoDecision = (info: string) => /^E9/.test(info) || /^E01(01|02|03|19|20|21)0/.test(info)

/**
 * Returns the card refusal that an error detail (ErrInfo) of GMO stands for. Returns null if the detail says nothing
 * about the card.
 */
export function cardRefusalOf(info: string): CardRefusal | null {
  if (/^EX1/.test(info) || /^E01(17|18)0/.test(info) || info === 'E41170099' || /^42G(65|83|44|45)0/.test(info))
    return 'reenter'
  if (/^42G(02|03|04|05|06|07|55)0/.test(info)) return 'limit'
  if (/^E21/.test(info)) return 'authentication'
  if (info === 'E01230009') return 'too_many'
  if (/^42G/.test(info) || /^E(41|61)/.test(info) || info === 'E11010099' || info === 'E01240002') return 'unusable'
  return null
}
