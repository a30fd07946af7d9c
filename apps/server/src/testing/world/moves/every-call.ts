import { readFileSync } from 'node:fs'
import { TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { adminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { addDays } from '@kushi/values/calendar-date'
import type { Role } from '@kushi/values/role'
import fc from 'fast-check'
import { SchemaComponents } from '../../../openapi/json-schema.ts'
import { readMessages } from '../messages.ts'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import {
  allKeys,
  type CallParts,
  type Key,
  PASSWORD,
  type Player,
  roles,
  type World,
  type WorldAnswer,
} from '../world.ts'
import { addressOf, patternOf } from './shopping.ts'

type JsonObject = Record<string, unknown>
const components = new SchemaComponents()

/** The rows that a field may name, by the field's own name, or by that of a path's parameter. */
const KNOWN: Record<string, readonly [table: string, column: string]> = {
  order_no: ['orders', 'order_no'],
  orderId: ['orders', 'order_no'],
  shipment_no: ['shipment', 'shipment_no'],
  subscription_id: ['subscription', 'id'],
  customer_id: ['customer', 'id'],
  product_id: ['product', 'id'],
  product_sku_id: ['product_sku', 'id'],
  delivery_id: ['delivery', 'id'],
  promotion_id: ['promotion', 'id'],
  order_item_id: ['order_item', 'id'],
  batch_no: ['shipping_batch', 'batch_no'],
  inquiry_no: ['inquiry', 'inquiry_no'],
  request_no: ['order_request', 'request_no'],
  adcd: ['ad_campaign', 'adcd'],
}
/** The rows that the `id` of a path names, by what stands before it. */
const PATHS: [part: RegExp, table: string][] = [
  [/\/orders(\/|$)/, 'orders'],
  [/subscription/, 'subscription'],
  [/customers?\//, 'customer'],
  [/products?\//, 'product'],
  [/stock\//, 'product_sku'],
  [/promotions\//, 'promotion'],
  [/deliver/, 'delivery'],
  [/settlement\/files/, 'settlement_file'],
  [/settlement-lines/, 'settlement_line'],
  [/bulk-jobs/, 'bulk_job'],
  [/inquir/, 'inquiry'],
  [/shipping\/files/, 'shipping_file'],
  [/shipping\/imports/, 'shipping_import'],
  [/bank-refunds\/files/, 'transfer_file'],
  [/bank-refunds/, 'bank_refund'],
  [/privacy-requests/, 'privacy_request'],
  [/order-requests/, 'order_request'],
  [/schedule/, 'scheduled_change'],
  [/payments/, 'shop_payment'],
  [/cart/, 'cart_item'],
  [/address/, 'customer_address'],
]
/** Whose rows a member's page shows are her own. */
const WITHOUT_ID = new Set(['ad_campaign', 'cart_item'])
const OWNED = new Set(['orders', 'subscription', 'customer_address', 'cart_item', 'inquiry', 'order_request'])
/** The screen that a call is pressed on, where its own path does not say it. */
const SCREENS: [pressed: RegExp, screen: Key][] = [
  [/^P\w+ \/v1\/order\/subscription\/.*\{id\}/, 'GET /v1/order/subscription/detail/{id}'],
  [/^POST \/v1\/order\/public\/\{order_no\}/, 'GET /v1/order/public/detail/{order_no}'],
]
/** Links in messages, by what is done with them. */
const LINKS: [call: RegExp, page: string][] = [
  [/refund-account/, 'refund-account'],
  [/reset-password/, 'passreset'],
  [/email\/confirm/, 'email-change'],
  [/customer\/merge/, 'merge'],
  [/subscription\/pace/, 'pace'],
  [/subscription\/pay/, 'pay-delivery'],
  [/subscription\/price/, 'price-change'],
  [/unsubscribe/, 'unsubscribe'],
  [/line-link/, 'line-link/confirm'],
]

interface At {
  key: string
  /** Who types; of the operators and guests nobody of the story. */
  person: Player
  random: Random
  world: World
  /** What the screen shows, by name. */
  seen: JsonObject
  /** How often somebody fills in what may be left out. */
  share: number
}

/** One of the rows that a field may name: of a member mostly her own. */
async function known({ world, person, random }: At, table: string, column: string): Promise<unknown> {
  const isOwn = person.id !== 0 && random.chance(0.9)
  const own = !isOwn ? '' : table === 'customer' ? 'and id = $1' : OWNED.has(table) ? 'and customer_id = $1' : ''
  const all = await world.rows<{ v: unknown }>(
    // Now and then it is another shop's.
    `select ${column} as v from ${table} where shop_id ${!own && random.chance(0.1) ? '<>' : '='} 2 ${own} order by ${WITHOUT_ID.has(table) ? column : 'id'} desc limit 40`,
    own ? [person.id] : [],
  )
  return all.length > 0 ? random.pick(all).v : undefined
}

/** What a field names, if its name says of what it is, and there is one. */
async function rowFor(at: At, name: string): Promise<unknown> {
  if (name !== 'id') return KNOWN[name] && at.random.chance(0.95) ? known(at, ...KNOWN[name]) : undefined
  const table = PATHS.find(([part]) => part.test(at.key))?.[1]
  return table && known(at, table, table === 'cart_item' ? 'cart_item_id' : 'id')
}

/** The token of a link that somebody got, for the page that makes this call. */
async function tokenFor({ world, key, random }: At): Promise<string> {
  const page = LINKS.find(([call]) => call.test(key))?.[1]
  if (page === undefined) return world.gateway.token(TEST_CARD_NUMBERS.ok)
  const all = await world.rows<{ text: string }>(
    `select payload::text as text from outbox where shop_id = 2 and payload::text like '%/sh/' || $1 || '?token=%' order by id desc limit 10`,
    [page],
  )
  return all.length > 0
    ? random
        .pick(all)
        .text.split(`/sh/${page}?token=`)[1]!
        .match(/^[\w.-]+/)![0]
    : 'ended'
}

const isSaid = (schema: JsonObject) =>
  ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((one) => one in schema)
/** Where a list goes on is said by the list only. */
const PLACES = new Set(['after', 'before'])

/** Something that the schema accepts, and that the world knows if the field's name says of what it is. */
async function made(at: At, schema: JsonObject, name = ''): Promise<unknown> {
  const { random, world, person, seen } = at
  if (schema.$ref) return made(at, components.schemas[String(schema.$ref).split('/').at(-1)!]! as JsonObject, name)
  if (name === 'shipping_address') return addressOf(person, random)
  if (name === 'delivery_pattern') return random.chance(0.2) ? null : patternOf(random)
  const any = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined
  if (any) return made(at, random.pick(any), name)
  // Of a text they are its patterns.
  if (schema.allOf && schema.type === undefined)
    return Object.assign({}, ...(await Promise.all((schema.allOf as JsonObject[]).map((one) => made(at, one, name)))))
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  if (name.endsWith('idempotency_key')) return world.key(random)
  const row = schema.type === 'array' ? undefined : await rowFor(at, name)
  // A text may name a row by its number, as the value of a field of choices.
  if (row !== undefined) return schema.type === 'string' ? String(row) : row
  if (name === 'id') return random.between(1, 20)
  if (name === 'token') return tokenFor(at)
  const shown = seen[name.replace(/^shown_/, '')]
  if (shown !== undefined && typeof shown !== 'object' && random.chance(0.8)) return shown
  switch (schema.type) {
    case 'object': {
      const required = new Set((schema.required ?? []) as string[])
      // Whoever chooses rows of a list narrows it by little.
      const share = name === 'filter' ? 0.05 : at.share
      const own: JsonObject = {}
      for (const [field, one] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>))
        if (required.has(field) || (!PLACES.has(field) && isSaid(one) && random.chance(share)))
          own[field] = await made(at, one, field)
      return own
    }
    case 'array': {
      const least = Number(schema.minItems ?? 0)
      const all = []
      for (let n = random.between(least, least + 2); n > 0; n--)
        all.push(await made(at, (schema.items ?? {}) as JsonObject, name.replace(/s$/, '')))
      return all
    }
    case 'integer':
    case 'number': {
      const least = Math.max(Number(schema.minimum ?? 0), -1_000)
      const most = Math.min(Number(schema.maximum ?? 1_000), least + 3_000)
      return random.between(least, random.chance(0.7) ? Math.min(most, least + 5) : most)
    }
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return word(at, schema, name)
  }
}

function word({ random, world, person }: At, schema: JsonObject, name: string): string {
  if (schema.format === 'date' || /(_on|_date|^from|^to|due_on)$/.test(name))
    return addDays(world.today, random.between(-20, 40))
  if (schema.format === 'date-time' || /_at$/.test(name))
    return `${addDays(world.today, random.between(-5, 30))}T00:00:00.000Z`
  if (name === 'month') return `${world.today.slice(0, 7)}-01`
  if (/email/.test(name)) return random.chance(0.7) ? person.email : `dice${random.below(8)}@example.com`
  if (/password/.test(name)) return person.password
  if (name === 'postal_code') return '2480006'
  if (name === 'postal_code01') return '248'
  if (name === 'postal_code02') return '0006'
  if (name === 'tracking_no') return String(100_000_000_000 + random.below(900_000_000))
  if (/phone/.test(name)) return '09012345678'
  if (/url$/.test(name)) return 'https://example.com/dice'
  if (/kana/.test(name)) return 'めん'
  const examples = schema.examples as string[] | undefined
  if (examples && examples.length > 0 && random.chance(0.6)) return String(random.pick(examples))
  if (typeof schema.pattern === 'string') return matching(schema.pattern, random)
  const least = Number(schema.minLength ?? 0)
  return `${person.mark}の文`.padEnd(least, '文').slice(0, Number(schema.maxLength ?? 40))
}

function matching(pattern: string, random: Random): string {
  const seed = random.seed()
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 40 }), { seed, numRuns: 1 })[0]!
  } catch {
    return ''
  }
}

/** Who types what is nobody’s of the story: operators, guests, and what everybody may read. */
const nobody: Player = { id: 0, mark: '検証', names: [], email: 'nobody@example.com', password: PASSWORD, token: null }

const parts = new Map<unknown, JsonObject>()
function partOf(schema: unknown, where?: string): JsonObject {
  const part = parts.get(schema) ?? (components.of(schema, 'input', where) as JsonObject)
  parts.set(schema, part)
  return part
}

/** How often somebody corrects what the form says is wrong, and presses again. */
const CORRECTIONS = 4
/** How often somebody tries it with another row of the list. */
const OTHERS = 2

/** One call, with what its schema and the world give; of the admin by `role`, mostly the manager if left out. */
async function play(world: World, key: Key, random: Random, role?: Role): Promise<string> {
  const isAdmin = key in adminContract
  const endpoint = endpointOf(key)
  const person = await whoMay(world, key, random)
  const isGuest = endpoint.auth === 'none' || random.chance(0.1)
  const isNobodys = isAdmin || isGuest || key.includes('voice')
  const who = role ?? (random.chance(0.8) ? 'manager' : random.pick(roles))
  const ask: Ask = (asked, given) =>
    asked in adminContract
      ? world.admin(who, asked as never, given)
      : world.call(isGuest ? null : person, asked as never, given)
  const at: At = { key, person: isNobodys ? nobody : person, random, world, seen: {}, share: 0.4 }
  let answer = await press(at, endpoint, ask, isAdmin)
  // What is not there or cannot be done with it is done with another one.
  for (let n = 0; n < OTHERS && [404, 409].includes(answer.status) && namesIn(key).length > 0; n++)
    answer = await press(at, endpoint, ask, isAdmin)
  const error = world.said.at(-1)?.error
  return `${isAdmin ? '店の人' : person.mark}が ${key}（${answer.status}${error ? ` ${error}` : ''}）`
}

type Ask = (key: Key, given: CallParts<never>) => Promise<WorldAnswer<never>>

/** The screen is loaded, filled in, and pressed, until the form says nothing beside a field any more. */
async function press(at: At, endpoint: Endpoint & AdminEndpoint, ask: Ask, isAdmin: boolean) {
  const { random } = at
  const key = at.key as Key
  const params = await paramsOf(at, ask)
  const given: CallParts<never> = { params }
  const screen = endpoint.body ? screenOf(key) : null
  const shown = screen && (await ask(screen, { params }))
  if (shown?.status === 200) at.seen = shown.data as JsonObject
  if (endpoint.query) given.query = (await made({ ...at, share: 0.15 }, partOf(endpoint.query, 'query'))) as JsonObject
  const schema = endpoint.body && !endpoint.upload ? partOf(endpoint.body) : null
  if (endpoint.upload) given.content = await fileFor(at, ask)
  else if (schema) {
    const body = (await made(at, schema)) as JsonObject | undefined
    // An operator changes one thing of what the screen has loaded.
    const isForm = key.startsWith('PUT ') && isAdmin && shown?.status === 200
    given.body = (isForm && body ? edited(at.seen, body, random) : body) as never
  }
  let answer = await ask(key, given)
  for (let n = 0; n < CORRECTIONS && answer.meta?.fields && random.chance(0.95); n++) {
    for (const { path, message } of answer.meta.fields) {
      if (schema && given.body) await correct(at, schema, given.body, path, message)
      if (given.query) await correct(at, partOf(endpoint.query, 'query'), given.query, path, message)
    }
    answer = await ask(key, given)
  }
  return answer
}

const endpointOf = (key: Key) =>
  (key in adminContract ? adminContract[key as never] : contract[key as never]) as Endpoint & AdminEndpoint

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** Somebody; where a path names what is a member's, mostly one who has such a thing. */
async function whoMay(world: World, key: Key, random: Random): Promise<Player> {
  const [name] = namesIn(key)
  const table = name && (KNOWN[name]?.[0] ?? PATHS.find(([part]) => part.test(key))?.[1])
  if (table && OWNED.has(table) && key in contract && random.chance(0.9)) {
    const all = await world.rows<{ id: number }>(
      `select distinct customer_id as id from ${table} where shop_id = 2 and customer_id = any($1) order by 1`,
      [world.people.map(({ id }) => id)],
    )
    const owner = all.length > 0 ? Number(random.pick(all).id) : 0
    const found = world.people.find(({ id }) => id === owner)
    if (found) return found
  }
  return random.pick(world.people)
}

/** What a path names is mostly what the list before it shows. */
async function paramsOf(at: At, ask: Ask): Promise<JsonObject> {
  const { key, random, world } = at
  const declared = endpointOf(key as Key).params
  const schemas = (declared ? partOf(declared, 'params').properties : {}) as Record<string, JsonObject>
  const params: JsonObject = {}
  for (const name of namesIn(key)) {
    const before = key.slice(key.indexOf(' ') + 1, key.indexOf(`/{${name}}`))
    const list = random.chance(0.85) ? readingCallOf(before) : null
    const offers = async () => {
      const shown = list && (await ask(list, { params }))
      return shown?.status === 200 ? shownIn(shown.data, name) : null
    }
    let offered = await offers()
    const adding = list?.replace('GET', 'POST') as Key
    if (offered?.length === 0 && allKeys.includes(adding)) {
      await press({ ...at, key: adding, seen: {} }, endpointOf(adding), ask, adding in adminContract)
      offered = await offers()
    }
    if (name === 'month') params[name] = random.pick([`${world.today.slice(0, 7)}-01`, '2026-11-01'])
    else
      params[name] =
        offered?.length && random.chance(0.95) ? random.pick(offered) : await made(at, schemas[name] ?? {}, name)
  }
  return params
}

/** The nearest call that reads, at this path or above it. */
function readingCallOf(path: string): Key | null {
  for (let at = path; at.lastIndexOf('/') > 0; at = at.slice(0, at.lastIndexOf('/')))
    if (allKeys.includes(`GET ${at}` as Key)) return `GET ${at}` as Key
  return null
}

/** What the rows on a screen are called by. */
function shownIn(data: unknown, name: string): unknown[] {
  const lists = Array.isArray(data)
    ? [data]
    : Object.values((data ?? {}) as JsonObject).filter((one) => Array.isArray(one))
  return lists.flatMap((list) =>
    (list as unknown[]).flatMap((row) => {
      const { [name]: own, id } = (row ?? {}) as JsonObject
      return own ?? id ?? []
    }),
  )
}

/** What somebody sees who is about to press: the call of the same path that reads, or the nearest above it. */
function screenOf(key: Key): Key | null {
  const named = SCREENS.find(([pressed]) => pressed.test(key))?.[1]
  if (named) return named
  const path = key.slice(key.indexOf(' ') + 1)
  const found = readingCallOf(path)
  return found && namesIn(found).length === namesIn(path).length && (namesIn(path).length > 0 || key.startsWith('PUT'))
    ? found
    : null
}

function edited(seen: JsonObject, body: JsonObject, random: Random): JsonObject {
  const names = Object.keys(body)
  const kept = Object.fromEntries(names.map((name) => [name, name in seen ? seen[name] : body[name]]))
  const changeable = names.filter((name) => name !== 'version')
  if (changeable.length === 0) return kept
  const name = random.pick(changeable)
  return { ...kept, [name]: body[name] }
}

/** What stands at `path` is changed as its message asks for. */
async function correct(at: At, schema: JsonObject, whole: unknown, path: string, message: string): Promise<void> {
  const names = path.split('.')
  const last = names.pop()!
  let [parent, here] = [whole as JsonObject | undefined, schema as JsonObject | undefined]
  for (const name of names) {
    const [deeper, of] = [parent?.[name], here && fieldOf(here, name)]
    // The schema says nothing of what is in there.
    if (parent && name in parent && (!of || allOf(of).every((one) => !one.type)) && !isNeeded(here, name)) {
      delete parent[name]
      return
    }
    parent = deeper as JsonObject | undefined
    here = of
  }
  const field = here && fieldOf(here, last)
  if (!parent || typeof parent !== 'object' || !here || !field) return
  if (!Array.isArray(parent) && !isNeeded(here, last) && last in parent && at.random.chance(0.4)) delete parent[last]
  else parent[last] = askedFor(message, at, field) ?? (await made({ ...at, seen: {} }, field, last))
}

const isNeeded = (schema: JsonObject | undefined, name: string) =>
  schema !== undefined && allOf(schema).some(({ required }) => (required as string[] | undefined)?.includes(name))

const resolved = (schema: JsonObject): JsonObject =>
  schema.$ref ? (components.schemas[String(schema.$ref).split('/').at(-1)!] as JsonObject) : schema
/** The forms that a schema may have. */
const allOf = (schema: JsonObject): JsonObject[] => {
  const one = resolved(schema)
  const more = (one.anyOf ?? one.oneOf ?? one.allOf) as JsonObject[] | undefined
  return more ? more.flatMap(allOf) : [one]
}
const fieldOf = (schema: JsonObject, name: string): JsonObject | undefined =>
  allOf(schema)
    .map(
      ({ properties, items }) =>
        (/^\d+$/.test(name) ? items : (properties as JsonObject | undefined)?.[name]) as JsonObject,
    )
    .find((one) => one !== undefined)

/** What a sentence beside a field asks for. */
function askedFor(message: string, { random, world }: At, field: JsonObject): string | number | null {
  if (field.type === 'integer' && /選択|選んで/.test(message)) return random.between(1, 3)
  const digits = /数字(\d+)桁/.exec(message)
  if (digits) return String(10 ** (Number(digits[1]) - 1) + random.below(1_000))
  const least = /(\d+)文字以上/.exec(message)
  if (least) return `Tsubaki${random.below(1_000)}`.padEnd(Number(least[1]), '0')
  if (message.includes('山田 花子')) return message.includes('かな') ? 'めん ばあ' : '検証 花'
  if (message.includes('小文字')) return `dice-${random.below(1_000)}`
  if (message.includes('半角')) return `D${random.below(1_000)}`
  if (message.includes('カタカナ')) return 'ツバキ ハナコ'
  if (message.includes('https://')) return 'https://example.com/dice'
  if (/まだ来ていない|今日まで/.test(message)) return addDays(world.today, -random.below(3))
  return /より(後|あと)/.test(message) ? addDays(world.today, random.between(20, 60)) : null
}

/** A photograph of the demo, large enough for every use. */
const PICTURE = readFileSync(new URL('../../../../../storefront/public/pictures/hair-milk-3-640.webp', import.meta.url))

/** A file that the call takes: a picture, or what the shop's own export gave. */
async function fileFor({ key }: At, ask: Ask): Promise<Uint8Array> {
  if (/picture|logo/.test(key)) return PICTURE
  const exporting = key.slice(0, key.indexOf('/import')).concat('/export')
  if (key.includes('/import/') && allKeys.includes(exporting as Key)) {
    const { text } = await ask(exporting as Key, { body: { filter: {}, encoding: 'utf-8' } as never })
    if (text) return new TextEncoder().encode(text)
  }
  return new TextEncoder().encode('商品コード,在庫\r\nTN-OIL-N030,50\r\n')
}

/** They would leave the world without people or without a machine. */
const RARE =
  /(sign-out|\/me\/|operators\/|setting\/accounts|opening\/close|withdraw|privacy-requests|\/block|\/erase|setting\/deliveries|setting\/payments|visibility|logout|DELETE \/v1\/customer|PUT \/admin\/v1\/products|stop$)/

/** The screens of what is a person's. */
const OF_PEOPLE = [
  ['customer', 'GET /admin/v1/customers/{id}'],
  ['orders', 'GET /admin/v1/orders/{id}'],
  ['subscription', 'GET /admin/v1/subscriptions/{id}'],
] as const
const looks = allKeys.filter((key) => key.startsWith('GET /admin/'))
const pages = allKeys.filter((key) => key.startsWith('GET /v1/'))
/** Pages that somebody opens one after the other, and what many do in a busy hour. */
const LOOKS = 15
const DEEDS = 30

/** Who looks around: a member or a visitor at the shop, an operator at the desk. */
const lookAround = (name: string, says: string, keys: readonly Key[], role?: Role): Move => ({
  name,
  weight: 20,
  async run(world, random) {
    let seen = 0
    for (let n = 0; n < LOOKS; n++) {
      await play(world, random.pick(keys), random, role)
      if (world.said.at(-1)?.status === 200) seen++
    }
    return `${says}（${seen}の画面）`
  },
})

const weightOf = (key: Key) => (RARE.test(key) ? 0.1 : key.includes(' /admin') ? 1 : 1.5)

/** All kinds of things in one hour, each by whoever does it. */
const busyHour: Move = {
  name: 'a busy hour',
  weight: 700,
  async run(world, random) {
    const keys = allKeys.map((key) => ({ key, weight: weightOf(key) }))
    let done = 0
    for (let n = 0; n < DEEDS; n++) {
      await play(world, random.weighted(keys).key, random)
      // What one deed tells is true before the next.
      await readMessages(world)
      if (world.said.at(-1)?.status === 200) done++
    }
    return `店の人や会員が、それぞれの画面で${DEEDS}のことをする（${done}できる）`
  },
}

export const everyCall: Move[] = [
  busyHour,
  lookAround('somebody looks at the shop', '通りがかりの方や会員が店を見て回る', pages),
  lookAround('the manager looks around', '店長が見て回る', looks, 'manager'),
].concat(
  allKeys.map(
    (key): Move => ({
      name: `call ${key}`,
      weight: weightOf(key),
      calls: [key],
      run: (world, random) => play(world, key, random),
    }),
  ),
  {
    // What she sees is checked with each answer.
    name: 'a viewer looks around',
    weight: 40,
    async run(world, random) {
      const seen: string[] = []
      const look = async (key: Key, see: () => Promise<unknown>) => {
        await see()
        if (world.said.at(-1)?.status === 200) seen.push(key.slice('GET /admin/v1/'.length))
      }
      for (let n = 0; n < 9; n++) {
        const key = random.pick(looks)
        await look(key, () => play(world, key, random, 'viewer'))
      }
      const { id } = random.pick(world.people)
      for (const [table, key] of OF_PEOPLE) {
        const person = table === 'customer' ? 'id' : 'customer_id'
        const [row] = await world.rows<{ id: number }>(
          `select id from ${table} where shop_id = 2 and ${person} = $1 order by id desc limit 1`,
          [id],
        )
        if (row) await look(key, () => world.admin('viewer', key, { params: { id: row.id } }))
      }
      return `閲覧の人が見て回る（${seen.join('、') || 'なにも見られない'}）`
    },
  },
)
