import type { BrowserContext } from 'playwright-core'
import { newPerson, type Person } from './people.ts'

export interface Member extends Person {
  token: string
  /** Of the login, as the server sets them in a browser. Without them a page that is left in its first call loses the member. */
  cookies: string[]
}

const addressOf = (person: Person) => ({
  name01: person.name01,
  name02: person.name02,
  kana01: person.kana01,
  kana02: person.kana02,
  postal_code01: person.postcode.slice(0, 3),
  postal_code02: person.postcode.slice(3),
  pref_id: 13,
  addr01: '渋谷区神宮前',
  addr02: person.houseNumber,
  addr03: '',
  phone_number: person.phone,
})

/** Creates a member who registered on an earlier day. */
export async function newMember(more: Partial<Person> = {}): Promise<Member> {
  const person = newPerson(more)
  const session = await logIn('/v1/customer/new', {
    ...addressOf(person),
    email: person.email,
    password: person.password,
    birthday: null,
    sex: null,
    account_type: false,
    company_name: '',
    company_name_kana: '',
    manager_name: '',
    manager_name_kana: '',
    where_did_you_know: null,
    mail_magazine_flag: false,
    idempotency_key: crypto.randomUUID(),
  })
  return { ...person, ...session }
}

/** The answer of a call that begins a session. */
async function logIn(path: string, body: object): Promise<Pick<Member, 'token' | 'cookies'>> {
  const { data, cookies } = await answerTo<{ access_token: string }>('POST', path, null, body)
  return { token: data.access_token, cookies }
}

/** Logs in again: a session ends after 90 days, however often it is used. */
export async function logInAgain(member: Member): Promise<void> {
  const { email, password } = member
  Object.assign(member, await logIn('/v1/common/login/customer/', { email, password }))
}

/** Logs the member in on this device. */
export const logInDevice = (device: BrowserContext, { token, cookies }: Member) =>
  device.addCookies(
    [`access_token=${token}; Path=/`, ...cookies].map((text) => {
      const [, name = '', value = '', path = '/'] = /^([^=]+)=([^;]*).*?; Path=([^;]+)/.exec(text) ?? []
      return { name, value, url: new URL(path, process.env.SHOP_URL).href }
    }),
  )

/** Ends a session on the server, as from another device. */
export const endSession = (token: string) => call('POST', '/v1/common/logout', token)

export interface ItemRequest {
  sku: number
  quantity?: number
  subscription?: boolean
}

/** Puts items into the member's cart, as on another device. */
export const inCartOf = ({ token }: Member, { sku, quantity = 1, subscription = false }: ItemRequest) =>
  call('POST', '/v1/cart/items/new', token, { product_sku_id: sku, quantity, sale_type: subscription ? 2 : 1 })

/** A member logged in on this device, with items in the cart. */
export async function memberWith(device: BrowserContext, ...wanted: ItemRequest[]): Promise<Member> {
  const member = await newMember()
  await logInDevice(device, member)
  for (const one of wanted) await inCartOf(member, one)
  return member
}

interface OrderAssessment {
  summary: { payment_total: number; following: { payment_total: number } | null }
  first_delivery_date: string
  next_delivery_date: string | null
  next_next_delivery_date: string | null
  terms_version: string
}

/** Places an order as on another day, cash on delivery; a subscription is delivered every month on the 5th. */
export async function orderedBy(member: Member, first: ItemRequest, ...others: ItemRequest[]): Promise<string> {
  const { subscription = false } = first
  const draft = {
    is_subscription: subscription,
    items: [first, ...others].map(({ sku, quantity = 1 }) => ({ product_sku_id: sku, quantity, revision: 1 })),
    shipping_address: addressOf(member),
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id: null,
    delivery_pattern: subscription ? { subscription_division_id: 1, param1: 1, param2: 5, param3: null } : null,
  }
  const shown = await call<OrderAssessment>('POST', '/v1/order/validates-data', member.token, draft)
  const { first_delivery_date, next_delivery_date, next_next_delivery_date, terms_version } = shown
  const { order_no } = await call<{ order_no: string }>('POST', '/v1/order/public/new', member.token, {
    ...draft,
    idempotency_key: crypto.randomUUID(),
    card: null,
    shown: {
      payment_total: shown.summary.payment_total,
      following_payment_total: shown.summary.following?.payment_total ?? null,
      first_delivery_date,
      next_delivery_date,
      next_next_delivery_date,
      terms_version,
      shown_at: new Date().toISOString(),
      text: `ご注文内容の確認 お支払い合計 ${shown.summary.payment_total}円`,
    },
  })
  return order_no
}

/** Calls the API as this member. */
export const callAs = <T>(member: Member, method: string, path: string, body?: object) =>
  call<T>(method, path, member.token, body)

const call = async <T>(method: string, path: string, token: string | null, body?: object) =>
  (await answerTo<T>(method, path, token, body)).data

async function answerTo<T>(method: string, path: string, token: string | null, body?: object) {
  const answer = await fetch(`${process.env.SHOP_URL}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-shop-id': '2',
      'x-client-id': 'journey',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, meta } = (await answer.json()) as { data: T; meta?: unknown }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(meta)}`)
  return { data, cookies: answer.headers.getSetCookie() }
}
