import { product, product_sku } from '@kushi/db/schema/product'
import { self_check } from '@kushi/db/schema/self-check'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { openShopToPublic, runSelfCheck, showOpeningChecklist } from './admin/opening.ts'
import { type ConfirmationTexts, confirmationLegalItems } from './rules/confirmation-items.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db)
const lastKept = async () => (await db.select().from(self_check).orderBy(desc(self_check.id)).limit(1))[0]

const LAW = ['分量', '販売価格(送料を含む)', '支払いの時期と方法', '引渡しの時期', '申込みの期間', '撤回・解除']

test('a look at the list walks nothing; it shows what was kept, and says so when nobody walked', async () => {
  const before = await showOpeningChecklist(ctx, {} as never)
  expect(before.self_check).toBeNull()
  expect(before.steps.find(({ step }) => step === 'confirmation')).toMatchObject({
    is_done: false,
    found: [expect.stringContaining('まだ点検していません')],
  })
  const { self_check: kept } = await runSelfCheck(ctx, {} as never)
  await db.update(product).set({ visible: false }).where(eq(product.shop_id, 2))
  const after = await showOpeningChecklist(ctx, {} as never)
  expect(after.self_check).toEqual(kept)
  await db.update(product).set({ visible: true }).where(eq(product.shop_id, 2))
  await db.update(product).set({ visible: false }).where(eq(product.id, 16))
})

test('every kind of product is walked, each item of the law with its words', async () => {
  const { self_check: walked, steps } = await runSelfCheck(ctx, {} as never)
  const confirmations = walked!.items
  const by = Map.groupBy(confirmations, ({ subject }) => subject)
  for (const [subject, items] of by) {
    expect(
      items.map(({ label }) => label),
      subject,
    ).toEqual(LAW)
    for (const { said, is_met, fact } of items) expect([is_met, fact, said === '']).toEqual([true, '', false])
  }
  expect([...by.keys()].some((name) => name.endsWith('(定期便)'))).toBe(true)
  expect([...by.keys()].some((name) => name.endsWith('(年払い)'))).toBe(true)
  const yearly = confirmations.find(({ subject, label }) => subject.endsWith('(年払い)') && label === '撤回・解除')
  expect(yearly!.said).toContain('途中で解約')
  expect(steps.find(({ step }) => step === 'confirmation')).toMatchObject({ is_done: true, is_required: true })
})

test('the walk is kept with its day and operator, by a press and when the shop opens', async () => {
  const { self_check: kept } = await runSelfCheck(ctx, {} as never)
  expect(kept).toMatchObject({ actor_name: ctx.operator.name, created_at: ctx.clock.now().toISOString() })
  expect(await lastKept()).toMatchObject({
    kind: 'confirmation',
    actor_id: ctx.operator.id,
    looked: kept!.items.length,
  })
  await db.update(shop).set({ opened_at: null }).where(eq(shop.id, 2))
  const before = await lastKept()
  await openShopToPublic(ctx, {} as never)
  expect((await lastKept())!.id).toBeGreaterThan(before!.id)
})

test('the label of a cosmetic without its maker is named until it has one', async () => {
  const step = async () => (await showOpeningChecklist(ctx, {} as never)).steps.find((one) => one.step === 'label')!
  const was = await step()
  const one = eq(product.id, 1)
  const [{ label_maker }] = (await db.select({ label_maker: product.label_maker }).from(product).where(one)) as [
    { label_maker: string },
  ]
  await db.update(product).set({ label_maker: '' }).where(one)
  // Sold out, it is shown all the same.
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.product_id, 1))
  expect(await step()).toMatchObject({
    is_done: false,
    is_required: false,
    found: expect.arrayContaining(['純椿油「しずく」: 製造販売業者がありません。']),
  })
  await db.update(product).set({ label_maker }).where(one)
  expect(await step()).toEqual(was)
})

test('a confirmation that can’t be reached keeps the shop closed', async () => {
  await db.update(shop).set({ opened_at: null }).where(eq(shop.id, 2))
  const hidden = await db
    .update(product)
    .set({ visible: false })
    .where(eq(product.shop_id, 2))
    .returning({ id: product.id })
  await expect(openShopToPublic(ctx, {} as never)).rejects.toMatchObject({ error: 'ERROR_NOT_READY' })
  expect(hidden.length).toBeGreaterThan(0)
})

const words: ConfirmationTexts = {
  subject: 'しずく(定期便)',
  is_subscription: true,
  quantity: 'しずく × 1',
  duration: '続きます。',
  sum: 'お支払い合計 2,838円(税込)',
  later_sum: '2回目からは1回 2,838円(税込)',
  payment: 'クレジットカード: ご注文の確定時。',
  delivery: '12月1日(火)からお届け',
  next_delivery: '2回目は12月31日(木)',
  offer: '期限の定めはありません。',
  cancelling: 'お電話で承ります。',
  returns: '8日以内に承ります。',
  ending: 'マイページでお手続きください。',
  phone_number: '0120-000-000',
}

test.each<[keyof ConfirmationTexts, string | null]>([
  ['quantity', '分量'],
  ['duration', '分量'],
  ['sum', '販売価格(送料を含む)'],
  ['later_sum', '販売価格(送料を含む)'],
  ['payment', '支払いの時期と方法'],
  ['delivery', '引渡しの時期'],
  ['next_delivery', '引渡しの時期'],
  ['offer', '申込みの期間'],
  ['cancelling', '撤回・解除'],
  ['returns', '撤回・解除'],
  ['ending', '撤回・解除'],
  ['phone_number', '撤回・解除'],
])('without %s, 「%s」 is not met', (name, label) => {
  const lacking = confirmationLegalItems({ ...words, [name]: '' }).filter(({ is_met }) => !is_met)
  expect(lacking.map((one) => one.label)).toEqual([label])
})
