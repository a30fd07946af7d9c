import { randomBytes } from 'node:crypto'
import { toVault } from './cards.ts'
import type { Gmo } from './gmo.ts'
import { dashed } from './time.ts'

const LIFE = 30 * 60 * 1000

type Request = {
  apiKey: string
  cardno: string
  expire: string
  securitycode: string
  holdername: string
  tokennumber: string
}

const NAMES = ['apiKey', 'cardno', 'expire', 'securitycode', 'holdername', 'tokennumber'] as const

/** The first error in the card as a result code; `000` if there is none. */
function resultCode(gmo: Gmo, request: Request): string {
  const { apiKey, cardno, expire, securitycode, holdername, tokennumber } = request
  const month = Number(expire.slice(-2))
  const rules: readonly (readonly [wrong: boolean, code: string])[] = [
    [apiKey !== gmo.config.apiKey, '551'],
    [cardno === '', '100'],
    [!/^\d+$/.test(cardno), '101'],
    [!/^\d{10,16}$/.test(cardno), '102'],
    [expire === '', '110'],
    [!/^\d+$/.test(expire), '111'],
    [!/^(\d{4}|\d{6})$/.test(expire), '112'],
    [month < 1 || month > 12, '113'],
    [!/^\d*$/.test(securitycode), '121'],
    [!/^(\d{3,4})?$/.test(securitycode), '122'],
    [holdername.length > 50, '132'],
    [!/^[0-9A-Za-z ,.\-/'&@+*]*$/.test(holdername), '131'],
    [!/^\d*$/.test(tokennumber), '141'],
    [tokennumber !== '' && (Number(tokennumber) < 1 || Number(tokennumber) > 10), '142'],
  ]
  return rules.find(([wrong]) => wrong)?.[1] ?? '000'
}

function readRequest(body: unknown): Request {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (name: string) =>
    typeof given[name] === 'string' || typeof given[name] === 'number' ? String(given[name]) : ''
  return Object.fromEntries(NAMES.map((name) => [name, text(name)])) as Request
}

/** Takes a card from the browser and returns a token; the number itself is never stored. */
export function issueToken(gmo: Gmo, body: unknown): Record<string, unknown> {
  const request = readRequest(body)
  const code = resultCode(gmo, request)
  if (code !== '000') return { resultCode: code }
  const issuedAt = gmo.now().getTime()
  // The vault stores YYMM, whether the page sent YYMM or YYYYMM.
  const card = toVault(request.cardno, request.expire.slice(-4), request.holdername)
  const tokens = Array.from({ length: Number(request.tokennumber === '' ? 1 : request.tokennumber) }, () => {
    const token = randomBytes(32).toString('hex')
    gmo.entities.tokens.put(token, { token, card, cvc: request.securitycode !== '', issuedAt, usedAt: null })
    return token
  })
  return {
    resultCode: '000',
    tokenObject: {
      token: request.tokennumber === '' ? tokens[0] : tokens,
      toBeExpiredAt: dashed(new Date(issuedAt + LIFE)),
      maskedCardNo: card.masked,
      isSecurityCodeSet: request.securitycode !== '',
    },
  }
}
