import { adminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { addDays } from '@kushi/values/calendar-date'
import type { Role } from '@kushi/values/role'
import { Components } from '../../../openapi/json-schema.ts'
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
const components = new Components()

/** Where the world has something that a field may name, by the field's own name, or by that of a path's parameter. */
const KNOWN: Record<string, string> = {
  order_no: 'select order_no as v from orders where shop_id = 2 order by id desc limit 40',
  orderId: 'select order_no as v from orders where shop_id = 2 order by id desc limit 40',
  shipment_no: 'select shipment_no as v from shipment where shop_id = 2 order by id desc limit 40',
  subscription_id: 'select id as v from subscription where shop_id = 2 order by id desc limit 40',
  customer_id: 'select id as v from customer where shop_id = 2 order by id desc limit 20',
  product_id: 'select id as v from product where shop_id = 2 order by id',
  product_sku_id: 'select id as v from product_sku where shop_id = 2 order by id',
  delivery_id: 'select id as v from delivery where shop_id = 2 order by id',
  promotion_id: 'select id as v from promotion where shop_id = 2 order by id desc limit 20',
  order_item_id: 'select id as v from order_item where shop_id = 2 order by id desc limit 40',
  batch_no: 'select batch_no as v from shipping_batch where shop_id = 2 order by id desc limit 10',
  inquiry_no: 'select inquiry_no as v from inquiry where shop_id = 2 order by id desc limit 10',
  adcd: 'select adcd as v from ad_code where shop_id = 2 limit 10',
}
/** The `id` of a path, by what stands before it. */
const PATHS: [part: RegExp, known: string][] = [
  [/\/orders\//, 'select id as v from orders where shop_id = 2 order by id desc limit 40'],
  [/subscription/, KNOWN.subscription_id!],
  [/customers?\//, KNOWN.customer_id!],
  [/products?\//, KNOWN.product_id!],
  [/stock\//, KNOWN.product_sku_id!],
  [/promotions\//, KNOWN.promotion_id!],
  [/deliver/, KNOWN.delivery_id!],
  [/settlement\/files/, 'select id as v from settlement_file where shop_id = 2'],
  [/settlement-lines/, 'select id as v from settlement_line where shop_id = 2 limit 20'],
  [/bulk-jobs/, 'select id as v from bulk_job where shop_id = 2 order by id desc limit 10'],
  [/inquir/, 'select id as v from inquiry where shop_id = 2 order by id desc limit 10'],
  [/shipping\/files/, 'select id as v from shipping_file where shop_id = 2 order by id desc limit 10'],
  [/shipping\/imports/, 'select id as v from shipping_import where shop_id = 2 order by id desc limit 10'],
  [/privacy-requests/, 'select id as v from privacy_request where shop_id = 2 order by id desc limit 10'],
  [/order-requests/, 'select id as v from order_request where shop_id = 2 order by id desc limit 10'],
  [/schedule/, 'select id as v from scheduled_change where shop_id = 2 order by id desc limit 10'],
  [/payments/, 'select id as v from shop_payment where shop_id = 2'],
  [/cart/, 'select id as v from cart_item where shop_id = 2'],
  [/address/, 'select id as v from customer_address where shop_id = 2'],
]

interface At {
  key: string
  person: Player
  random: Random
  world: World
}

async function known(world: World, text: string, random: Random): Promise<unknown> {
  const all = await world.rows<{ v: unknown }>(text).catch(() => [])
  return all.length > 0 ? random.pick(all).v : 1
}

/** Something that the schema accepts, and that the world knows if the field's name says of what it is. */
async function made(at: At, schema: JsonObject, name = ''): Promise<unknown> {
  const { random, world, person, key } = at
  if (schema.$ref) return made(at, components.schemas[String(schema.$ref).split('/').at(-1)!]! as JsonObject, name)
  if (name === 'shipping_address') return addressOf(person, random)
  if (name === 'delivery_pattern') return random.chance(0.2) ? null : patternOf(random)
  const any = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined
  if (any) return made(at, random.pick(any), name)
  if (schema.allOf)
    return Object.assign({}, ...(await Promise.all((schema.allOf as JsonObject[]).map((one) => made(at, one, name)))))
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  if (name.endsWith('idempotency_key')) return world.key(random)
  if (KNOWN[name]) return known(world, KNOWN[name], random)
  if (name === 'id') {
    const source = PATHS.find(([part]) => part.test(key))?.[1]
    return source ? known(world, source, random) : random.between(1, 20)
  }
  switch (schema.type) {
    case 'object': {
      const required = new Set((schema.required ?? []) as string[])
      const own: JsonObject = {}
      for (const [field, one] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>))
        if (required.has(field) || random.chance(0.4)) own[field] = await made(at, one, field)
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
      return name === 'version'
        ? random.between(1, 3)
        : random.between(least, random.chance(0.7) ? Math.min(most, least + 5) : most)
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
  if (/phone/.test(name)) return '09012345678'
  if (/kana/.test(name)) return 'めん'
  const examples = schema.examples as string[] | undefined
  if (examples && examples.length > 0 && random.chance(0.6)) return String(random.pick(examples))
  const least = Number(schema.minLength ?? 0)
  return `${person.mark}の文`.padEnd(least, '文').slice(0, Number(schema.maxLength ?? 40))
}

/** Who types what is nobody’s of the story: operators, guests, and what everybody may read. */
const nobody: Player = { id: 0, mark: '検証', names: [], email: 'nobody@example.com', password: PASSWORD, token: null }

const partOf = (schema: unknown, where?: string): JsonObject => components.of(schema, 'input', where) as JsonObject

/** One call, with what its schema and the world give; of the admin by `role`, mostly the manager if left out. */
async function play(world: World, key: Key, random: Random, role?: Role): Promise<string> {
  const isAdmin = key in adminContract
  const endpoint = (isAdmin ? adminContract[key as never] : contract[key as never]) as Endpoint & AdminEndpoint
  const person = random.pick(world.people)
  const isGuest = endpoint.auth === 'none' || random.chance(0.1)
  const isNobodys = isAdmin || isGuest || key.includes('voice')
  const at = { key, person: isNobodys ? nobody : person, random, world }
  const params: Record<string, unknown> = {}
  for (const [, name] of key.matchAll(/\{(\w+)\}/g))
    params[name!] =
      name === 'month'
        ? `${world.today.slice(0, 7)}-01`
        : await made(
            at,
            (partOf(endpoint.params, 'params').properties as Record<string, JsonObject>)?.[name!] ?? {},
            name,
          )
  const given: CallParts<never> = { params }
  if (endpoint.query) given.query = (await made(at, partOf(endpoint.query, 'query'))) as JsonObject
  if (endpoint.upload) given.content = new TextEncoder().encode('商品コード,在庫\r\nTN-OIL-N030,50\r\n')
  else if (endpoint.body) {
    const body = (await made(at, partOf(endpoint.body))) as JsonObject | undefined
    // An operator changes one thing of what the screen has loaded.
    const seen = key.startsWith('PUT ') && isAdmin ? await loaded(world, key, params) : null
    const changed = seen && body ? edited(seen, body, random) : body
    given.body = changed as never
  }
  const answer: WorldAnswer<never> = isAdmin
    ? await world.admin(role ?? (random.chance(0.8) ? 'manager' : random.pick(roles)), key as never, given)
    : await world.call(isGuest ? null : person, key as never, given)
  const error = world.said.at(-1)?.error
  return `${isAdmin ? '店の人' : person.mark}が ${key}（${answer.status}${error ? ` ${error}` : ''}）`
}

/** What the screen of a PUT has loaded: the call of the same path that reads. */
async function loaded(world: World, key: string, params: Record<string, unknown>): Promise<JsonObject | null> {
  const get = key.replace(/^PUT/, 'GET')
  if (!(get in adminContract)) return null
  const { status, data } = await world.admin('manager', get as never, { params })
  return status === 200 ? (data as JsonObject) : null
}

function edited(seen: JsonObject, body: JsonObject, random: Random): JsonObject {
  const names = Object.keys(body)
  const kept = Object.fromEntries(names.map((name) => [name, name in seen ? seen[name] : body[name]]))
  const changeable = names.filter((name) => name !== 'version')
  if (changeable.length === 0) return kept
  const name = random.pick(changeable)
  return { ...kept, [name]: body[name] }
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
/** Pages that somebody opens one after the other. */
const LOOKS = 15

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

export const everyCall: Move[] = [
  lookAround('somebody looks at the shop', '通りがかりの方や会員が店を見て回る', pages),
  lookAround('the manager looks around', '店長が見て回る', looks, 'manager'),
].concat(
  allKeys.map(
    (key): Move => ({
      name: `call ${key}`,
      weight: RARE.test(key) ? 0.1 : key.includes(' /admin') ? 1 : 1.5,
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
