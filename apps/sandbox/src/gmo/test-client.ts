import iconv from 'iconv-lite'
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts'

export const SHOP = { ShopID: 'tshop00000001', ShopPass: 'sandboxpas' }
export const SITE = { SiteID: 'tsite00000001', SitePass: 'sandboxsit' }

type Fields = Record<string, string | number>

export const encode = (fields: Fields) =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `${name}=${[...iconv.encode(String(value), 'cp932')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
    )
    .join('&')

/** Splits at the first `=` of each known name, since values are not escaped. */
export function parse(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  let last = ''
  for (const pair of text.split('&')) {
    const [, name, value] = /^([A-Z][A-Za-z0-9]*)=(.*)$/s.exec(pair) ?? []
    if (name !== undefined && value !== undefined) {
      fields[name] = value
      last = name
    } else fields[last] += `&${pair}`
  }
  return fields
}

/** A minimal shop, written independently of the gateway's code so that both do not share a mistake. */
export async function openShop(options: SandboxOptions = {}) {
  const sandbox: Sandbox = await startSandbox(options)
  const base = `${sandbox.url}/sandbox/gmo`
  let orders = 0

  async function post(api: string, fields: Fields): Promise<Record<string, string>> {
    const answer = await fetch(`${base}/payment/${api}.idPass`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: encode(fields),
    })
    return parse(iconv.decode(Buffer.from(await answer.arrayBuffer()), 'cp932'))
  }

  async function token(cardno: string, more: Record<string, string> = {}): Promise<string> {
    const body = {
      apiKey: 'sandbox-api-key',
      cardno,
      expire: '3012',
      securitycode: '123',
      holdername: 'HANAKO',
      ...more,
    }
    const answer = await fetch(`${base}/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { tokenObject: { token: string } }).tokenObject.token
  }

  async function entry(more: Fields = {}) {
    orders += 1
    const OrderID = String(more.OrderID ?? `order-${orders}`)
    const answer = await post('EntryTran', { ...SHOP, OrderID, JobCd: 'AUTH', Amount: 3300, ...more })
    return { OrderID, access: { AccessID: answer.AccessID ?? '', AccessPass: answer.AccessPass ?? '' }, answer }
  }

  /** Entry and Exec, with 3-D Secure if TdFlag is 2. */
  async function charge(cardno: string, more: Fields = {}, exec: Fields = {}) {
    const { OrderID, access } = await entry(more)
    const retUrl = more.TdFlag === '2' ? { RetUrl: 'http://shop.example/return?from=3ds' } : {}
    const card = exec.MemberID === undefined ? { Token: await token(cardno) } : {}
    const answer = await post('ExecTran', { ...access, OrderID, Method: '1', ...retUrl, ...card, ...exec })
    return { OrderID, access, answer }
  }

  const search = (OrderID: string) => post('SearchTrade', { ...SHOP, OrderID })
  const script = (api: string, kind: string, times = 1) =>
    fetch(`${base}/script`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ api, kind, times }),
    })
  const member = (MemberID: string) => post('SaveMember', { ...SITE, MemberID, MemberName: '久志 花子' })

  return { sandbox, base, post, token, entry, charge, search, script, member, close: () => sandbox.stop() }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
