import { AsyncLocalStorage } from 'node:async_hooks'
import { generateKeyPairSync } from 'node:crypto'
import { amazonTestClient } from '@kushi/adapters/testing/amazon'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { gmoWalletsClient } from '@kushi/adapters/testing/gmo-wallets'
import { paidyClient } from '@kushi/adapters/testing/paidy'
import { paypayClient } from '@kushi/adapters/testing/paypay'
import { type AdminContract, adminContract } from '@kushi/contract/admin/contract'
import { ROLE_PERMISSIONS, seesPersonalData } from '@kushi/contract/admin/permission'
import { type Contract, contract } from '@kushi/contract/contract'
import type { EndpointPart, InputOf, OutputOf } from '@kushi/contract/endpoint'
import type { Failure } from '@kushi/contract/failure'
import { hashPassword } from '@kushi/db/password'
import { testDatabase } from '@kushi/db/testing'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { systemActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { startSession } from '@kushi/shop/people/session/internal/start-session'
import { PaymentRefused } from '@kushi/shop/ports/payment-port'
import { ShopError } from '@kushi/shop/shop-error'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { isSubscriptionUseConfigurable, PAYMENT_METHODS } from '@kushi/values/payment-method'
import { LUMP_SUM_CANCELLATION_NAME } from '@kushi/values/promise'
import { ROLES, type Role } from '@kushi/values/role'
import { signInAsDemo } from '../../demo/demo-operators.ts'
import { shopJobs } from '../../jobs/start-jobs.ts'
import { environment, startServer } from '../server.ts'
import type { Gate } from './gate.ts'
import { asProcess, Killed, type ProcessFate, takeMachine } from './machine.ts'
import { Random } from './random.ts'

export const SHOP = 2
/** The first month can be closed after a week. */
const FIRST_DAY: CalendarDate = '2026-11-24'

/** In the names of what belongs to another shop. */
const NEIGHBOUR = '隣町'

const operatorName = (role: Role) => `担当者(${role})`
/** Operators who see no personal data. */
const MASKED = ROLES.filter((role) => !seesPersonalData(ROLE_PERMISSIONS[role])).map(operatorName)

/** A member, whose texts are hers alone. */
export interface Player {
  id: number
  /** Her family name; nobody else's answers, mails or logs contain it. */
  mark: string
  /** Hers, and those of members who were merged into her. */
  names: string[]
  email: string
  password: string
  token: string | null
}

export type Key = keyof Contract | keyof AdminContract
type EndpointOf<K extends Key> = K extends keyof Contract
  ? Contract[K]
  : K extends keyof AdminContract
    ? AdminContract[K]
    : never
export interface CallParts<K extends Key> {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: InputOf<EndpointPart<EndpointOf<K>, 'body'>>
  /** Bytes instead of JSON. */
  content?: Uint8Array
}
export interface WorldAnswer<K extends Key> {
  status: number
  data: OutputOf<EndpointPart<EndpointOf<K>, 'response'>>
  meta: Failure['meta']
  /** A file. */
  text: string
}

/** One call as it was answered. */
export interface CallRecord {
  who: string
  key: string
  status: number
  error: string | null
  message: string | null
}

/** What a member was promised by the confirmation that she pressed. */
export interface PlacedPromise {
  order_no: string
  /** What its mail says, too. */
  confirmed_total: number
  /** That, or what was shown of the goods added since. */
  payment_total: number
  /** What the completion page said, if goods were added there: what came of the press may be unknown. */
  after?: number
  /** What each later delivery was to cost. */
  later: number[]
  first_delivery_date: string
}

export const PASSWORD = 'Tsubaki2026'
export const PASSWORD_HASH = await hashPassword(PASSWORD)
/** A 定期便 at another shop, from where it moves in. */
export interface MovedContract {
  foreign_no: string
  member_no: string
  cycle: number
  next_delivery_date: string
  payment: string
  code: string
  quantity: number
  price: number
  delivery_fee: number
  /** What each delivery costs, as its member was told there. */
  total: number
}

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Few, so that much happens to each. */
export const SURNAMES = ['小鳥遊', '五百旗頭', '四月朔日', '勘解由小路', '百目鬼', '十六沢']

export type World = Awaited<ReturnType<typeof createWorld>>

/** A shop with everybody around it, of which everything follows from `seed`: time, numbers, people and their deeds. */
export async function createWorld(seed: number) {
  const database = await testDatabase()
  let now = new Date(`${FIRST_DAY}T09:00:00+09:00`).getTime()
  await ownTime(database.pool)
  const setTime = async (ms: number) => {
    now = ms
    await database.pool.query('update world_time set at = to_timestamp($1::float8 / 1000)', [ms])
  }
  await setTime(now)
  const machine = takeMachine(seed, () => now)
  const sandbox = await startSandbox({ env: { SANDBOX_AMAZON_PUBLIC_KEY: keys.publicKey } })
  const server = await startServer({
    ...environment(database.url, sandbox),
    PUBLIC_URL: 'https://shop.example',
    AMAZON_PRIVATE_KEY: keys.privateKey,
    LOG_LEVEL: globalThis.process.env.LOG_LEVEL ?? 'silent',
  })
  const gateway = gmoGatewayClient(sandbox)
  const paypay = paypayClient(sandbox)
  const paidy = paidyClient(sandbox)
  const wallets = gmoWalletsClient(sandbox)
  const amazon = amazonTestClient(`${sandbox.url}/sandbox/amazon`, keys.privateKey, sandbox.stop)

  const rows = async <T = Record<string, never>>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await database.pool.query(text, values)).rows as T[]

  const people: Player[] = []
  const operators = new Map<Role, string>()
  const said: CallRecord[] = []
  const wrongs: string[] = []
  /** The step under way may fail: what its process meets was thrown for it. */
  let process: { seed: number; fate: ProcessFate | null; isDisturbed: boolean } = {
    seed,
    fate: null,
    isDisturbed: false,
  }
  /** Which of several processes at once a move is. */
  const lanes = new AsyncLocalStorage<{ of: Gate; lane: number }>()

  const context = async (): Promise<Context> => ({
    ...(await server.deps.base(SHOP)),
    shop_id: SHOP,
    client_id: 'jobs',
    customer_id: null,
    actor: systemActor('dice'),
    token_hash: null,
    ip: '',
    user_agent: '',
    log: { info() {}, warn() {}, error() {} },
  })

  let calls = 0
  /** Of several at once each draws its own numbers. */
  const drawn = [0, 0]
  const seedOf = (own: number) => {
    const lane = lanes.getStore()?.lane
    return lane === undefined ? own + ++calls : own + (lane + 1) * 1_000_003 + ++drawn[lane]!
  }
  /** What is made beside a call has numbers of its own, too. */
  const drawing = async <T>(work: () => Promise<T>): Promise<T> => {
    const gate = lanes.getStore() ?? null
    return (await asProcess({ seed: seedOf(process.seed), gate }, work)).result as T
  }
  async function send<K extends Key>(
    who: string,
    key: K,
    { params = {}, query = {}, body, content }: CallParts<K>,
    headers: Record<string, string>,
  ): Promise<WorldAnswer<K>> {
    const { seed: own, fate, isDisturbed } = process
    const gate = lanes.getStore() ?? null
    const [method, pattern] = key.split(' ') as [string, string]
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
    const sent: RequestInit = {
      method,
      headers: {
        'content-type': content ? 'application/octet-stream' : 'application/json',
        'x-shop-id': String(SHOP),
        ...headers,
      },
    }
    if (content) sent.body = Buffer.from(content)
    else if (body !== undefined && method !== 'GET') sent.body = JSON.stringify(body)
    const { result, hasMet } = await asProcess({ seed: seedOf(own), fate, gate }, async () => {
      const res = await server.app.request(`${path}${search.size > 0 ? `?${search}` : ''}`, sent)
      const text = await res.text()
      return { status: res.status, text, isJson: res.headers.get('content-type')?.includes('json') ?? false }
    })
    if (hasMet) process.fate = null
    if (!gate) await server.deps.settled()
    const answer = result instanceof Killed ? { status: 0, text: '', isJson: false } : result
    const parsed = (answer.isJson ? JSON.parse(answer.text) : {}) as { data?: unknown; meta?: Failure['meta'] }
    const { error = null, message = null } = (parsed.meta ?? {}) as { error?: string; message?: string }
    said.push({ who, key, status: answer.status, error, message: answer.status < 400 ? null : message })
    if (answer.status >= 500 && !hasMet && !isDisturbed && answer.status !== 503)
      wrongs.push(
        `${who}: ${key} → ${answer.status} ${answer.text.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 600)}`,
      )
    if (people.some(({ mark }) => mark === who))
      for (const { mark } of people)
        if (mark !== who && answer.text.includes(mark)) wrongs.push(`${who} が ${key} で ${mark} さんの情報を見た`)
    if (answer.text.includes(NEIGHBOUR)) wrongs.push(`${who} が ${key} でほかのショップのものを見た`)
    if (MASKED.includes(who))
      for (const { mark } of people)
        if (answer.text.includes(mark)) wrongs.push(`${who} が ${key} で ${mark} さんの名前を見た`)
    return { status: answer.status, data: parsed.data, meta: parsed.meta, text: answer.text } as WorldAnswer<K>
  }

  /** A hand that trembles: what was done is asked for once more, with the same words, and is no error. */
  const isPressedTwice = (key: string, status: number) => {
    const isTwice = status === 200 && !key.startsWith('GET ') && new Random(seedOf(process.seed)).chance(0.04)
    if (isTwice) world.sometimes('a button was pressed twice')
    return isTwice
  }

  const world = {
    seed,
    database,
    server,
    sandbox,
    gateway,
    amazon,
    paypay,
    paidy,
    wallets,
    people,
    /** Who has left; their orders stay. */
    gone: [] as Player[],
    /** Files that the carriers’ programs gave back, and how many labels they printed. */
    printed: [] as { name: string; content: Uint8Array }[],
    labels: 0,
    /** Who comes from another shop, by its number; what they have there; and what a delivery of each contract here may cost. */
    comers: [] as { mark: string; member_no: string; email: string }[],
    moving: [] as MovedContract[],
    moved: new Map<number, number>(),
    /** Whose data was erased, and when. */
    erased: [] as { who: Player; on: CalendarDate }[],
    said,
    wrongs,
    promises: [] as PlacedPromise[],
    /** Up to which message their texts were compared, and with what of each order (`O1`) and contract (`S1`). */
    lastMessage: 0,
    facts: new Map<string, Record<'total' | 'day' | 'deadline' | 'charge', Set<string>>>(),
    /** What a closed month gave out, by month. */
    closed: new Map<string, string>(),
    /** What each payment was settled with so far, as the providers wrote it. */
    settled: {} as Record<string, { sold: number; back: number }>,
    /** What came to the bank with each settlement file, by its id; and of which 代引 a carrier told. */
    paidOut: new Map<number, number>(),
    collected: new Set<string>(),
    /** Who was linked with each LINE account, ever. */
    talks: new Map<string, Player[]>(),
    /** What the end of each 年払い was to give back of its first order, of which so much had gone back before. */
    rests: new Map<number, { order_no: string; before: number; owed: number }>(),
    /** How often each rare state was reached. */
    reached: new Map<string, number>(),
    rows,
    context,
    send,

    /** Everybody whose orders are lived. */
    get ids(): number[] {
      return [...people, ...world.gone].map(({ id }) => id)
    },
    /** Whether somebody of this name is or was a member. */
    known: (mark: string): boolean => [...people, ...world.gone].some(({ names }) => names.includes(mark)),
    left(who: Player): void {
      if (!people.includes(who)) return
      people.splice(people.indexOf(who), 1)
      world.gone.push(who)
    },
    async lookWhoLeft(): Promise<void> {
      const left = await rows<{ id: number }>(
        'select id from customer where shop_id = 2 and id = any($1) and withdrawn_at is not null order by id',
        [people.map(({ id }) => id)],
      )
      for (const { id } of left) {
        world.left(people.find((one) => one.id === Number(id))!)
        world.sometimes('a member left')
      }
    },
    get today(): CalendarDate {
      return server.deps.clock.today()
    },
    sometimes(name: string): void {
      world.reached.set(name, (world.reached.get(name) ?? 0) + 1)
    },
    wrong(text: string): void {
      wrongs.push(text)
    },

    /** The next step is done by a process with these random numbers, which meets this fate. */
    begin(given: Partial<typeof process> & { seed: number }): void {
      process = { fate: null, isDisturbed: false, ...given }
    },
    inLane: <T>(gate: { of: Gate; lane: number }, work: () => Promise<T>): Promise<T> => lanes.run(gate, work),
    async pass(ms: number): Promise<void> {
      await setTime(now + ms)
    },
    /** To nine o'clock of the day after `days`. */
    async passDays(days: number): Promise<void> {
      await setTime(new Date(`${addDays(world.today, days)}T09:00:00+09:00`).getTime())
    },

    /** The features of an order or contract, for the matrix of pairs. */
    met: new Map<string, Set<string>>(),
    meet(subject: string, features: readonly string[]): void {
      const own = world.met.get(subject) ?? new Set()
      for (const one of features) own.add(one)
      world.met.set(subject, own)
    },
    key: (random: Random) => random.bytes(12).toString('hex'),
    /** A browser that comes without token, from a provider's page, or a provider itself. */
    async visit(
      method: string,
      path: string,
      body?: URLSearchParams | string,
      headers: Record<string, string> = {},
    ): Promise<void> {
      const { seed: own, fate } = process
      const { hasMet } = await asProcess({ seed: seedOf(own), fate }, async () => {
        const res = await server.app.request(path, { method, headers, ...(body ? { body } : {}) })
        await res.text()
      })
      if (hasMet) process.fate = null
      await server.deps.settled()
    },

    /** As a member, or as a guest (null). */
    async call<K extends keyof Contract>(
      who: Player | null,
      key: K,
      given: CallParts<K> = {},
    ): Promise<WorldAnswer<K>> {
      const headers: Record<string, string> = { 'x-client-id': 'kushi-web-2' }
      if (who) headers.authorization = `Bearer ${await tokenOf(who)}`
      const answer = await send(who?.mark ?? '客', key, given, headers)
      if (who && answer.status === 401) who.token = null
      if (isPressedTwice(key, answer.status)) await send(who?.mark ?? '客', key, given, headers)
      return answer
    },
    /** As an operator with this role. */
    async admin<K extends keyof AdminContract>(
      role: Role,
      key: K,
      given: CallParts<K> = {},
      isAgain = false,
    ): Promise<WorldAnswer<K>> {
      const session = operators.get(role) ?? (await drawing(() => signInAsDemo(server.deps, role)))!
      operators.set(role, session)
      const headers = { 'x-kushi-admin': '1', cookie: `kushi_operator=${session}` }
      let answer = await send(operatorName(role), key, given, headers)
      // She confirms that it is she, and presses again.
      if ((answer.meta as { error?: string } | undefined)?.error === 'ERROR_CONFIRM_AGAIN') {
        await send(operatorName(role), 'POST /admin/v1/confirm', { body: { demo: true } }, headers)
        answer = await send(operatorName(role), key, given, headers)
      }
      if (isPressedTwice(key, answer.status)) await send(operatorName(role), key, given, headers)
      if (answer.status !== 401 || key.endsWith('sign-out')) return answer
      // Her session has ended: she signs in again.
      operators.delete(role)
      return isAgain ? answer : world.admin(role, key, given, true)
    },
    /** One round of a job, as the process that is free does it. */
    async job(name: string): Promise<void> {
      const { seed: own, fate, isDisturbed } = process
      const gate = lanes.getStore() ?? null
      const ctx = await context()
      const broken: unknown[] = []
      const log = { ...ctx.log, error: (...given: unknown[]) => void broken.push(given) }
      try {
        const { hasMet } = await asProcess({ seed: seedOf(own), fate, gate }, () =>
          server.deps.delivering(() => shopJobs[name]!.run({ ...ctx, log, actor: systemActor(name) }, 60_000)),
        )
        if (hasMet) process.fate = null
        else if (broken.length > 0 && !isDisturbed)
          wrongs.push(
            `${name}: ${String((broken[0] as [{ err?: Error }])[0]?.err ?? JSON.stringify(broken[0])).slice(0, 500)}`,
          )
      } catch (error) {
        if (fate === null && !isDisturbed) wrongs.push(`${name}: ${String((error as Error).stack).slice(0, 500)}`)
        process.fate = null
      }
      if (!gate) await server.deps.settled()
    },
    /** A handler that no call makes, by whoever makes it. true: it was done. */
    async work(who: string, handler: (ctx: Context) => Promise<unknown>): Promise<boolean> {
      const { seed: own, fate, isDisturbed } = process
      const gate = lanes.getStore() ?? null
      const ctx = await context()
      try {
        const { result, hasMet } = await asProcess({ seed: seedOf(own), fate, gate }, async () => {
          await server.deps.delivering(() => handler(ctx).then(() => undefined))
          return true
        })
        if (hasMet) process.fate = null
        if (!gate) await server.deps.settled()
        return result === true
      } catch (error) {
        const isRefusal = error instanceof PaymentRefused || (error instanceof ShopError && error.status < 500)
        if (!isRefusal && fate === null && !isDisturbed)
          wrongs.push(`${who}: ${String((error as Error).stack).slice(0, 500)}`)
        process.fate = null
        return false
      }
    },
    /** What was thrown for the step under way has happened. */
    get hasMetFate(): boolean {
      return process.fate === null
    },
    get isDisturbed(): boolean {
      return process.isDisturbed || process.fate !== null
    },
    async leasesEnd(): Promise<void> {
      await world.pass(120_000)
      await rows('update settlement_file set claimed_until = null where claimed_until is not null')
    },
    async close(): Promise<void> {
      machine.restore()
      await server.stop()
      await sandbox.stop()
      await database.close()
    },
  }

  async function tokenOf(who: Player): Promise<string | null> {
    try {
      who.token ??= await drawing(async () => startSession(await context(), who.id, 'customer'))
      return who.token
    } catch {
      return null
    }
  }

  await settle(world)
  return world
}

/** PostgreSQL shows the world's time too, and draws no numbers of its own. */
async function ownTime(pool: Awaited<ReturnType<typeof testDatabase>>['pool']): Promise<void> {
  await pool.query(`
    create table world_time (at timestamptz not null);
    insert into world_time values (now());
    create sequence world_number;
    create function public.now() returns timestamptz language sql stable as 'select at from public.world_time';
    create function public.gen_random_uuid() returns uuid language sql volatile as
      'select md5(nextval(''public.world_number'')::text)::uuid';
    do $$ declare one record; begin
      execute format('alter database %I set search_path = public, pg_catalog', current_database());
      for one in select n.nspname, c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid) as was from pg_attrdef d
        join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where n.nspname = 'public' and a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) ~ '(now|gen_random_uuid)\\(\\)'
      loop
        execute format('alter table %I.%I alter %I set default %s', one.nspname, one.relname, one.attname,
          replace(replace(one.was, 'now()', 'public.now()'), 'gen_random_uuid()', 'public.gen_random_uuid()'));
      end loop;
    end $$`)
  // Connections that are open still look elsewhere.
  await pool.query(`select set_config('search_path', 'public, pg_catalog', false)`)
}

/** What each SKU is sold for now, and what the history of prices says of it; null: it is not sold. */
export const CHARGED = `select s.shop_id, s.id as product_sku_id, case when s.visible and p.visible then s.price end as charged,
    (select h.price from price_history h where h.shop_id = s.shop_id and h.product_sku_id = s.id order by h.started_at desc, h.id desc limit 1) as told
  from product_sku s join product p on p.shop_id = s.shop_id and p.id = s.product_id where s.shop_id = 2`

/** Members with proved addresses, and goods and offers of every kind. */
async function settle({ rows, people, seed }: Pick<World, 'rows' | 'people' | 'seed'>): Promise<void> {
  const random = new Random(seed)
  for (const [n, mark] of SURNAMES.entries()) {
    const email = `dice${n}@example.com`
    const phone = `090${10_000_001 + random.below(80_000_000)}`
    const [one] = await rows<{ id: number }>(
      `insert into customer (shop_id, email, email_verified_at, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id,
         addr01, addr02, addr03, phone_number, password_hash)
       values ($1, $2, now(), $3, '花', 'めん', 'ばあ', $4, $5, $6, $7, $8, '', $9, $10) returning id`,
      [SHOP, email, mark, ...HOMES[n % HOMES.length]!, `${mark}荘`, phone, PASSWORD_HASH],
    )
    people.push({ id: Number(one!.id), mark, names: [mark], email, password: PASSWORD, token: null })
  }
  await rows('update shop_payment set visible = true where shop_id = 2 and payment_method_id = any($1)', [
    PAYMENT_METHODS.filter(({ is_once_only, links_account }) => is_once_only || links_account).map(({ id }) => id),
  ])
  await rows('update shop_payment set for_subscriptions = true where shop_id = 2 and payment_method_id = any($1)', [
    PAYMENT_METHODS.flatMap(({ id }) => (isSubscriptionUseConfigurable(id) ? [id] : [])),
  ])
  await rows(
    'update product set lump_sum_payment_num = $1, lump_sum_rule = $2, lump_sum_fee_rate = $3 where shop_id = 2 and lump_sum_payment_flag',
    [random.between(2, 4), random.pick(Object.keys(LUMP_SUM_CANCELLATION_NAME)), random.pick([0, 10, 20])],
  )
  await rows('update shop set arranged_before_days = $1 where id = 2', [random.between(5, 14)])
  await rows(`update shop set line_channel_flag = true, withdrawal_by = 'mypage', point_flag = true, point_rate = 5, point_days = 3, point_months = ${random.pick([1, 12])},
    wrapping_offer = '{"wraps":[{"wrapping_name":"包装紙","wrapping_fee":330}],"noshi":[],"card_fee":110}' where id = 2`)
  const [OIL, COMB, SET] = [101, 118, 128]
  await rows(`update product_sku set parts = $2, stock = 0 where shop_id = 2 and id = $1`, [
    SET,
    JSON.stringify([
      { product_sku_id: OIL, pieces: 1 },
      { product_sku_id: COMB, pieces: 2 },
    ]),
  ])
  await rows(
    `update product set sale_type = 3 where shop_id = 2 and id = (select product_id from product_sku where shop_id = 2 and id = $1)`,
    [SET],
  )
  await rows(`update product_sku set subscription_price = price * 9 / 10 where shop_id = 2 and id = $1`, [SET])
  await rows(
    `update product_sku set quantity_prices = '[{"from_pieces":3,"price":2000,"subscription_price":1900}]' where shop_id = 2 and id = $1`,
    [103],
  )
  await rows('update product_sku set stock = 40, visible = true where shop_id = 2 and (stock > 40 or id = $1)', [COMB])
  await rows('update customer set name01 = $2 where shop_id <> $1', [SHOP, NEIGHBOUR])
  await rows('update product set product_name = $2 || product_name where shop_id <> $1', [SHOP, NEIGHBOUR])
  await rows(`insert into price_history (shop_id, product_sku_id, price, started_at)
    select shop_id, product_sku_id, charged, now() from (${CHARGED}) c where charged is distinct from told`)
  await rows(`create table world_stock as select id, stock from product_sku where shop_id = 2`)
}

/** Postcode, prefecture and town: near, far, islands. */
export const HOMES = [
  ['248', '0006', 14, '鎌倉市小町'],
  ['060', '0001', 1, '札幌市中央区北一条西'],
  ['900', '0015', 47, '那覇市久茂地'],
  ['100', '0101', 13, '大島町元町'],
  ['906', '0001', 47, '宮古島市平良大神'],
] as const

export const allKeys = [...Object.keys(contract), ...Object.keys(adminContract)] as Key[]
export const roles = ROLES
