import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { AdminContract } from '@kushi/contract/admin/contract'
import type { OutputOf } from '@kushi/contract/endpoint'
import { customer } from '@kushi/db/schema/customer'
import { audit_event, operator, operator_role } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { testContext } from '@kushi/shop/testing/context'
import { insertSubscribedMember } from '@kushi/shop/testing/subscription'
import type { Role } from '@kushi/values/role'
import { and, desc, eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnShopCommand } from '../testing/process.ts'
import { environment, newMember, sandboxOf, startServer } from '../testing/server.ts'
import { confirm } from '../testing/shopper.ts'
import type { CommandOutput } from './call.ts'
import { runCommand } from './run-command.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const env = environment(database.url, sandbox)
const server = await startServer(env)
const folder = await mkdtemp(join(tmpdir(), 'kushi-call-'))
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: string[]) => runCommand(['call', ...words], env)
/** Makes a call as this operator. */
const call = async <K extends keyof AdminContract>(
  key: K,
  who: string,
  ...words: string[]
): Promise<OutputOf<AdminContract[K]['response']>> => JSON.parse(await run(key, ...words, '--operator', who))
const body = (given: object) => ['--body', JSON.stringify(given)]

/** Creates an operator of shop 2. */
async function person(name: string, role: Role, more: Partial<typeof operator.$inferInsert> = {}): Promise<string> {
  const email = `${randomUUID()}@call.example`
  const [row] = await db
    .insert(operator)
    .values({ name, email, created_at: new Date(), ...more })
    .returning()
  await db.insert(operator_role).values({ shop_id: 2, operator_id: row!.id, role })
  return email
}
const manager = await person('夜の店長', 'manager')
const support = await person('夜の係', 'support')
const viewer = await person('見る係', 'viewer')

/** The audit entries of commands, by call and operator. */
const trail = async (key: keyof AdminContract) =>
  (await db.select().from(audit_event).where(eq(audit_event.action, key)).orderBy(desc(audit_event.id))).map(
    ({ operator_name, ip, subject }) => `${operator_name} ${ip} ${subject}`,
  )

let order_id: number
let customer_id: number
beforeAll(async () => {
  const member = await newMember(server.call)
  const request = await confirm(server.call, member, null, { payment_method_id: 4 })
  const placing = { ...request, third_party_consent: true }
  const { data } = await server.call('POST /v1/order/public/new', { body: placing, token: member.token })
  const [row] = await db.select().from(orders).where(eq(orders.order_no, data.order_no))
  order_id = row!.id
  customer_id = row!.customer_id
})

test('a list page by page, with personal data as far as the role permits', async () => {
  const first = await call('GET /admin/v1/customers', manager, 'per_page=1')
  expect(first).toMatchObject({ items: [{}], next: expect.any(String) })
  const next = await call('GET /admin/v1/customers', manager, 'per_page=1', `after=${first.next}`)
  expect(next.items[0]!.id).not.toBe(first.items[0]!.id)
  const seen = async (who: string) =>
    (await call('GET /admin/v1/customers/{id}', who, `id=${customer_id}`)) as unknown as Record<string, string>
  expect(await seen(manager)).toMatchObject({ name: '高橋 恵子', email: expect.stringMatching(/^[\w-]{36}@example/) })
  expect(await seen(viewer)).toMatchObject({ name: '高＊＊', email: expect.stringMatching(/^.\*\*\*@example/) })
  const two = ['status=received', 'status=arranged']
  expect((await call('GET /admin/v1/orders', viewer, ...two)).items.map(({ id }) => id)).toContain(order_id)
  expect(await trail('GET /admin/v1/orders')).toEqual([])
})

test('an operator who lacks the permission, does not exist, or was stopped changes nothing', async () => {
  const note = ['POST /admin/v1/orders/{id}/notes', `id=${order_id}`, ...body({ body: '電話' })]
  const refused = { status: 403, error: 'ERROR_FORBIDDEN' }
  await expect(run(...note, '--operator', viewer)).rejects.toMatchObject(refused)
  await expect(run(...note)).rejects.toThrow('--operator is missing')
  await expect(run('GET /admin/v1/orders')).rejects.toThrow('--operator is missing')
  await expect(run(...note, '--operator', 'nobody@call.example')).rejects.toThrow('--operator is the e-mail')
  await expect(run(...note, '--operator', manager, '--shop', '3')).rejects.toThrow('夜の店長 has no role in shop 3.')
  const gone = await person('やめた人', 'manager', { stopped_at: new Date() })
  await expect(run(...note, '--operator', gone)).rejects.toThrow('--operator is the e-mail')
  const left = await person('この店をやめた人', 'manager')
  const [row] = await db.select().from(operator).where(eq(operator.email, left))
  await db.update(operator_role).set({ stopped_at: new Date() }).where(eq(operator_role.operator_id, row!.id))
  await expect(run(...note, '--operator', left)).rejects.toThrow('この店をやめた人 has no role in shop 2.')
  expect(await trail('POST /admin/v1/orders/{id}/notes')).toEqual([])
})

test('a change is recorded in the audit log and the history as in a browser, with its origin', async () => {
  await call('POST /admin/v1/orders/{id}/notes', support, `id=${order_id}`, ...body({ body: ' 電話あり ' }))
  expect(await trail('POST /admin/v1/orders/{id}/notes')).toEqual(['夜の係 コマンド order'])
  const { notes, timeline } = await call('GET /admin/v1/orders/{id}', manager, `id=${order_id}`)
  expect(notes).toMatchObject([{ body: '電話あり', operator_name: '夜の係' }])
  expect(timeline.filter(({ kind }) => ['note', 'staff'].includes(kind))).toHaveLength(1)
  const { items } = await call('GET /admin/v1/audit', manager, 'subject=order')
  expect(items[0]).toMatchObject({ summary: '注文にメモを付ける', ip: 'コマンド' })
})

test('input errors are reported by field; a dry run reports them too and changes nothing', async () => {
  const cancel = ['POST /admin/v1/orders/{id}/cancel', `id=${order_id}`, '--operator', manager]
  const wrong = run(...cancel, ...body({ decision_reason: '', notify: 'はい' }), '--dry-run')
  await expect(wrong).rejects.toMatchObject({
    status: 422,
    error: 'ERROR_VALIDATION',
    fields: [
      { path: 'decision_reason' },
      { path: 'notify' },
      { path: 'keep_subscription', message: '「定期便を続ける」を選択してください。' },
    ],
  })
  const right = body({ decision_reason: ' 電話 ', notify: false, keep_subscription: false })
  expect(JSON.parse(await run(...cancel, ...right, '--dry-run'))).toEqual({
    call: 'POST /admin/v1/orders/{id}/cancel',
    shop: 2,
    operator: '夜の店長',
    input: { id: order_id, decision_reason: '電話', notify: false, keep_subscription: false },
  })
  const [row] = await db.select().from(orders).where(eq(orders.id, order_id))
  expect(row!.status).not.toBe('cancelled')
})

test('an order gets another address and more goods, its buyer is notified, and the mail is sent again', async () => {
  const order = await call('GET /admin/v1/orders/{id}', support, `id=${order_id}`)
  const { version, shipping_address, delivery_notes, delivery_id, delivery_time_id, delivery_date } = order
  const items = order.items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity: quantity + 1 }))
  const change = {
    version,
    delivery_notes,
    delivery_id,
    delivery_time_id,
    delivery_date,
    items,
    adjustment_amount: 0,
    shipping_address: { ...shipping_address, addr02: '0-0-2' },
    decision_reason: '電話',
    notify: true,
  }
  const file = join(folder, 'change.json')
  await writeFile(file, JSON.stringify(change))
  const to = ['PUT /admin/v1/orders/{id}', `id=${order_id}`, '--body-file', file, '--operator', support]
  expect(JSON.parse(await run(...to))).toMatchObject({ shipping_address: { addr02: '0-0-2' } })
  await expect(run(...to)).rejects.toMatchObject({ status: 409, error: 'ERROR_CHANGED_MEANWHILE' })
  expect(await trail('PUT /admin/v1/orders/{id}')).toEqual(['夜の係 コマンド order'])

  const { messages } = await call('GET /admin/v1/orders/{id}', support, `id=${order_id}`)
  const again = body({ idempotency_key: randomUUID() })
  await call('POST /admin/v1/messages/{id}/resend', support, `id=${messages[0]!.id}`, ...again)
  await call('POST /admin/v1/messages/{id}/resend', support, `id=${messages[0]!.id}`, ...again)
  expect(await db.$count(outbox, eq(outbox.order_id, order_id))).toBe(messages.length + 1)
})

test('an order by phone: its options, its price, and the order; the same key is the same order', async () => {
  const of = `id=${customer_id}`
  const { deliveries, addresses } = await call('GET /admin/v1/customers/{id}/order-options', manager, of)
  const asked = {
    items: [{ product_sku_id: 101, quantity: 2 }],
    shipping_address: addresses[0]!.shipping_address,
    delivery_notes: '',
    delivery_id: deliveries[0]!.id,
    delivery_time_id: null,
    delivery_date: null,
    payment_method_id: null,
  }
  const preview = 'POST /admin/v1/customers/{id}/orders/preview'
  const { summary, first_delivery_date } = await call(preview, manager, of, ...body(asked))
  const seen = { shown_payment_total: summary.payment_total, shown_delivery_date: first_delivery_date }
  const order = body({ ...asked, ...seen, idempotency_key: randomUUID() })
  const placed = await call('POST /admin/v1/customers/{id}/orders', manager, of, ...order)
  expect(placed.status).toBe('received')
  expect(await call('POST /admin/v1/customers/{id}/orders', manager, of, ...order)).toEqual(placed)
  const stale = body({ ...asked, ...seen, shown_payment_total: 1, idempotency_key: randomUUID() })
  const wrong = call('POST /admin/v1/customers/{id}/orders', manager, of, ...stale)
  await expect(wrong).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  expect(await db.$count(orders, and(eq(orders.customer_id, customer_id), gt(orders.id, order_id)))).toBe(1)
})

test('one 定期便 is skipped, in the operator’s name', async () => {
  const { id } = await insertSubscribedMember(db, testContext(db), {
    next_delivery_date: '2027-03-10',
    next_next_delivery_date: '2027-04-10',
  })
  const { version } = await call('GET /admin/v1/subscriptions/{id}', support, `id=${id}`)
  await call('POST /admin/v1/subscriptions/{id}/skip', support, `id=${id}`, ...body({ version, notify: false }))
  const [row] = await db.select().from(subscription).where(eq(subscription.id, id))
  expect(row!.next_delivery_date).toBe('2027-04-10')
  const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, id))
  expect(events.at(-1)).toMatchObject({ actor_name: '夜の係', actor_kind: 'operator' })
})

const exported = ['POST /admin/v1/customers/export', ...body({ filter: {}, encoding: 'utf-8' })]

test('personal data are exported by an operator with the permission, after a confirmation, with an audit entry; the file is private and complete', async () => {
  const out = join(folder, 'members.csv')
  await expect(run(...exported, '--out', out, '--yes', '--operator', support)).rejects.toMatchObject({ status: 403 })
  await expect(run(...exported, '--out', out, '--operator', manager)).rejects.toThrow(
    /^--yes is missing\. .* as 夜の店長\? The browser asks for the second factor/,
  )
  expect(await trail('POST /admin/v1/customers/export')).toEqual([])
  const done = JSON.parse(await run(...exported, '--out', out, '--yes', '--operator', manager))
  expect(done).toEqual({ file: out, bytes: (await readFile(out)).length })
  expect(await readFile(out, 'utf8')).toContain('高橋')
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect(await trail('POST /admin/v1/customers/export')).toEqual(['夜の店長 コマンド export_file'])
  const named = JSON.parse(await run(...exported, '--out', folder, '--yes', '--operator', manager))
  expect(named.file).toMatch(/\/customers-[\d-]+\.csv$/)
})

/** Standard output as a pipe or as a terminal. */
const output = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY }) as unknown as CommandOutput & PassThrough

test('the target of --out is checked before the call, and only an ordinary file is replaced', async () => {
  const before = await trail('POST /admin/v1/customers/export')
  const to = (path: string) => run(...exported, '--out', path, '--yes', '--operator', manager)
  await expect(to(join(folder, 'nowhere/members.csv'))).rejects.toThrow("can't be written")
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  await expect(to(fifo)).rejects.toThrow('is no ordinary file')
  expect((await stat(fifo)).isFIFO()).toBe(true)
  expect(await trail('POST /admin/v1/customers/export')).toEqual(before)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a file without --out goes to a pipe, never to a terminal', async () => {
  const words = ['call', ...exported, '--yes', '--operator', manager]
  const pipe = output(false)
  expect(await runCommand(words, env, pipe)).toBe('')
  pipe.end()
  expect(await buffer(pipe)).toEqual(await readFile(join(folder, 'members.csv')))
  const before = (await trail('POST /admin/v1/customers/export')).length
  await expect(runCommand(words, env, output(true))).rejects.toThrow('--out is missing')
  expect(await trail('POST /admin/v1/customers/export')).toHaveLength(before)
})

test('products are exported as CSV, changed, previewed and imported', async () => {
  const file = join(folder, 'products.csv')
  const words = body({ filter: {}, encoding: 'utf-8' })
  await run('POST /admin/v1/products/export', ...words, '--out', file, '--operator', manager)
  const text = await readFile(file, 'utf8')
  const price = /2,?420/.exec(text)?.[0]
  expect(price).toBeDefined()
  await writeFile(file, text.replace(price!, '2500'))
  const taken = ['--body-file', file]
  expect(await call('POST /admin/v1/products/import/check', manager, ...taken)).toMatchObject({ changed: 1 })
  expect(await call('POST /admin/v1/products/import/run', manager, ...taken)).toMatchObject({
    is_done: true,
    changed: 1,
    faults: [],
  })
  expect(await trail('POST /admin/v1/products/import/run')).toContain('夜の店長 コマンド import_file')
  await writeFile(file, Buffer.alloc(20 * 1024 * 1024 + 1))
  const large = call('POST /admin/v1/products/import/check', manager, ...taken)
  await expect(large).rejects.toMatchObject({ status: 413 })
})

test('documents are saved as PDF, also those inside JSON', async () => {
  const slip = join(folder, 'slip.pdf')
  const document = ['POST /admin/v1/orders/{id}/documents', `id=${order_id}`, ...body({ type: 'statement' })]
  await run(...document, '--out', slip, '--operator', manager)
  expect((await readFile(slip)).subarray(0, 5).toString()).toBe('%PDF-')
  const [row] = await db.select().from(orders).where(eq(orders.id, order_id))
  const batch = body({ order_nos: [row!.order_no] })
  const { batch_no } = await call('POST /admin/v1/shipping/batches', manager, ...batch)
  const prints = 'POST /admin/v1/shipping/batches/{batch_no}/prints'
  const done = JSON.parse(await run(prints, `batch_no=${batch_no}`, '--out', folder, '--operator', manager))
  expect(done.file).toBe(join(folder, `出荷_${batch_no}.pdf`))
  expect((await readFile(done.file)).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a picture is uploaded unchanged', async () => {
  const picture = join(import.meta.dirname, '../../../storefront/public/pictures/large/boxwood-comb-1-640.webp')
  const done = await call('POST /admin/v1/pictures', manager, '--body-file', picture)
  expect(done).toMatchObject({ path: expect.any(String), width: 640 })
})

test.each([
  [['GET /admin/v1/nothing'], 'There is no call “GET /admin/v1/nothing”.'],
  [['POST /admin/v1/sign-out'], 'POST /admin/v1/sign-out (ログアウト) is about a session'],
  [['POST /admin/v1/customers/{id}/acting', 'id=1'], 'is about a session, so it is done in the browser.'],
  [['GET /admin/v1/orders', 'page=2'], '“page=2” is nothing that GET /admin/v1/orders takes: q= sort='],
  [['GET /admin/v1/orders', '--body', '{}'], 'GET /admin/v1/orders takes no body.'],
  [['GET /admin/v1/orders', '--out', 'x'], 'answers no file: leave --out out.'],
  [['GET /admin/v1/orders', '--date', '2026-12-01'], '--date is not for a call'],
  [['POST /admin/v1/products/import/check'], '--body-file is missing'],
  [['POST /admin/v1/products/import/check', '--body-file', '/nowhere'], "/nowhere can't be read."],
  [['POST /admin/v1/orders/{id}/notes', 'id=1', '--body', '{'], 'The body is no JSON'],
  [['POST /admin/v1/orders/{id}/notes', '--body', '{}', '--body-file', '-'], 'not both'],
  [['POST /admin/v1/orders/{id}/notes', '--body', '{"body":"x"}'], '入力してください。'],
  [['GET /admin/v1/orders/{id}', 'id=999999'], 'お探しの情報が見つかりませんでした。'],
])('%j: %s', async (words, message) => {
  await expect(run(...words, '--operator', manager)).rejects.toThrow(message)
})

test('the members of another shop are not found', async () => {
  const [theirs] = await db.select().from(customer).where(eq(customer.shop_id, 3))
  const asked = call('GET /admin/v1/customers/{id}', manager, `id=${theirs!.id}`)
  await expect(asked).rejects.toMatchObject({ status: 404 })
})

/** `npm run shop -- call …` as a process. */
async function processOf(...words: string[]) {
  const child = spawnShopCommand(['call', ...words, '--operator', manager], env)
  child.stdin.end('{"decision_reason":""}')
  const [out, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, stderr }
}

test('as a process: files on standard output, rejections on standard error by field', { timeout: 60_000 }, async () => {
  const csv = ['POST /admin/v1/products/export', ...body({ filter: {}, encoding: 'utf-8' })]
  const { code, out, stderr } = await processOf(...csv)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(out.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const cancel = ['POST /admin/v1/orders/{id}/cancel', `id=${order_id}`, '--body-file', '-']
  expect(await processOf(...cancel)).toEqual({
    code: 1,
    out: Buffer.alloc(0),
    stderr: expect.stringMatching(
      /^decision_reason: .+\nnotify: 「お客様に知らせる」を選択してください。\nkeep_subscription: 「定期便を続ける」を選択してください。\n$/,
    ),
  })
  const asJson = await processOf(...cancel, '--json')
  expect(JSON.parse(asJson.stderr)).toMatchObject({ code: 422, error: 'ERROR_VALIDATION', fields: [{}, {}, {}] })
})
