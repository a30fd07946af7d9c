import { VoiceInput } from '@kushi/contract/admin/voice'
import { contract } from '@kushi/contract/contract'
import { audit_event } from '@kushi/db/schema/operator'
import { product } from '@kushi/db/schema/product'
import { voice } from '@kushi/db/schema/voice'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listCustomerVoices } from '../../catalogue/product/list-voices.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  addCustomerVoice,
  changeCustomerVoice,
  deleteCustomerVoice,
  getAdminVoice,
  listAdminVoices,
  reorderCustomerVoice,
} from './admin/voices.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db)
beforeEach(() => db.delete(voice))

const today = ctx.clock.today()
const written = (change: Partial<VoiceInput> = {}): VoiceInput =>
  VoiceInput.parse({
    product_id: 1,
    text: '毎晩、櫛と一緒に。',
    named_as: '40代・くせ毛',
    received_on: today,
    origin: 'own',
    consented_on: today,
    consent_note: 'アンケートの承諾欄',
    visible: true,
    ...change,
  })
const add = async (change: Partial<VoiceInput> = {}) => (await addCustomerVoice(ctx, written(change))).id
const shown = async (product_id?: number, shop_id = 2) => {
  const answer = await listCustomerVoices(testContext(db, { shop_id }), { page: 1, per_page: 2, product_id })
  const { items, total } = contract['GET /v1/voice'].response.parse(answer)
  return { ids: items.map(({ id }) => id), total, items }
}

test('shown voices in the order of the shop, of all products or of one', async () => {
  const oil = await add()
  const house = await add({ product_id: null, origin: 'goods' })
  await add({ visible: false, consented_on: null })
  const comb = await add({ product_id: 7 })
  expect(await shown()).toMatchObject({ ids: [oil, house], total: 3 })
  expect((await shown()).items.map((one) => one.product)).toEqual([{ id: 1, product_name: '純椿油「しずく」' }, null])
  expect(await shown(7)).toMatchObject({ ids: [comb], total: 1, items: [{ named_as: '40代・くせ毛', origin: 'own' }] })
  expect((await shown(undefined, 3)).total).toBe(0)

  await reorderCustomerVoice(ctx, { id: comb, onto: oil })
  expect((await shown()).ids).toEqual([comb, oil])
  await reorderCustomerVoice(ctx, { id: comb, onto: house })
  expect((await listAdminVoices(ctx, {})).items.map(({ id }) => id).slice(0, 3)).toEqual([oil, house, comb])
  await expect(reorderCustomerVoice(ctx, { id: comb, onto: 999_999 })).rejects.toMatchObject({ status: 404 })
})

test('a voice about a product that is not in the shop is not shown', async () => {
  await add()
  const oil = and(eq(product.shop_id, 2), eq(product.id, 1))
  await db.update(product).set({ visible: false }).where(oil)
  const hidden = [(await shown()).total, (await shown(1)).total]
  await db.update(product).set({ visible: true }).where(oil)
  expect([...hidden, (await shown()).total, (await shown(1)).total]).toEqual([0, 0, 1, 1])
})

test('faults are shown beside their field, and nothing is saved', async () => {
  const fields = (change: Partial<VoiceInput>) =>
    addCustomerVoice(ctx, written(change)).catch(({ fields }) => fields.map(({ path }: { path: string }) => path))
  expect(await fields({ product_id: 51 })).toEqual(['product_id'])
  expect(await fields({ consented_on: null })).toEqual(['consented_on'])
  expect(await fields({ origin: 'demo', consented_on: null })).toEqual(['origin'])
  expect(await db.$count(voice)).toBe(0)
  for (const [name, value] of Object.entries({ text: 'あ'.repeat(401), named_as: '', origin: '' }))
    expect(VoiceInput.safeParse({ ...written(), [name]: value }).success, name).toBe(false)
})

test('a shop has at most 200 voices', async () => {
  const rows = Array.from({ length: 199 }, (_, n) => ({ ...written(), shop_id: 2, sort_no: n + 1 }))
  await db.insert(voice).values(rows)
  await add()
  await expect(add()).rejects.toMatchObject({ status: 409, error: 'ERROR_TOO_MANY' })
})

test('the database shows nothing without consent either, unless it is a demo', async () => {
  const row = { ...written(), shop_id: 2, consented_on: null, sort_no: 1 }
  await expect(db.insert(voice).values(row)).rejects.toMatchObject({ cause: { constraint: 'voice_consent' } })
  await db.insert(voice).values({ ...row, origin: 'demo' })
})

test('a change repeats what the screen has read, and a demo stays one', async () => {
  const id = await add()
  const { version } = await getAdminVoice(ctx, { id })
  const changed = await changeCustomerVoice(ctx, { ...written({ named_as: '50代' }), id, version })
  expect(changed.named_as).toBe('50代')
  await expect(changeCustomerVoice(ctx, { ...written(), id, version })).rejects.toMatchObject({ status: 409 })
  await db.update(voice).set({ origin: 'demo' }).where(eq(voice.id, id))
  const demo = await getAdminVoice(ctx, { id })
  await expect(changeCustomerVoice(ctx, { ...written(), id, version: demo.version })).rejects.toMatchObject({
    status: 422,
  })
})

test('a voice that is withdrawn leaves no words, not in the audit log either', async () => {
  const id = await add()
  const { version } = await getAdminVoice(ctx, { id })
  await changeCustomerVoice(ctx, { ...written({ text: '毎朝の習慣です。' }), id, version })
  await deleteCustomerVoice(ctx, { id })
  await expect(getAdminVoice(ctx, { id })).rejects.toMatchObject({ status: 404 })
  const entries = await db
    .select()
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'voice'), eq(audit_event.subject_id, String(id))))
  expect(entries.map(({ fields }) => fields.includes('text'))).toEqual([true, true, true])
  expect(JSON.stringify(entries)).not.toMatch(/毎晩|毎朝|くせ毛|承諾欄/)
})
