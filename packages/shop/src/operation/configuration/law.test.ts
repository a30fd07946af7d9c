import { shop, shop_content } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { paymentNameWithKind } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { showContent } from '../../catalogue/promise/show-text.ts'
import { listPaymentMethods } from '../../sales/payment/index.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { changeContent, getAdminContent } from './admin/content.ts'
import { changeLawPage, getLawPage } from './admin/law-page.ts'
import { showOpeningChecklist } from './admin/opening.ts'
import { changePaymentSetting, listPaymentSettings } from './admin/payments.ts'
import { getShopSetting } from './admin/shop-setting.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = await operatorContext(db)
const page = { name: 'defrayal', layout_code: 0 } as const
const law = and(eq(shop_content.shop_id, 2), eq(shop_content.name, page.name))
const step = async () => (await showOpeningChecklist(ctx, {} as never)).steps.find((one) => one.step === 'law')

const save = async (html: string, accepts_missing = false) => {
  const { version } = await getAdminContent(ctx, page)
  return changeContent(ctx, { ...page, title: '特商法', html, version, accepts_missing, terms_version: undefined })
}

test('a visible 後払い names the company that its consent hands data to, and its kind is seen whatever its name', async () => {
  const { items } = await listPaymentSettings(ctx, {} as never)
  const np = items.find(({ payment_method_id }) => payment_method_id === 4)!
  const { payment_method_id: _, ...form } = np
  await expect(changePaymentSetting(ctx, { ...form, visible: true, provider_name: ' ' })).rejects.toMatchObject({
    fields: [{ path: 'provider_name' }],
  })
  await changePaymentSetting(ctx, { ...form, visible: true, payment_name: 'らくらく払い' })
  const ports = { payment: new Map<number | null, never>([[4, {} as never]]) }
  const shown = await listPaymentMethods({ ...ctx, ports: { ...ctx.ports, ...ports } }, {})
  expect(shown.items).toMatchObject([
    {
      payment_name: 'らくらく払い(NP後払い)',
      consent_text: expect.stringMatching(/^らくらく払い\(NP後払い\)の審査.*ネットプロテクションズ/),
    },
  ])
})

test.each([
  [4, 'NP後払い', 'NP後払い'],
  [1, 'クレジットカード', 'クレジットカード'],
  [1, 'かんたん決済', 'かんたん決済(クレジットカード)'],
  [null, 'おまかせ', 'おまかせ(代金引換)'],
])('method %s by the name %s is %s', (id, name, shown) => expect(paymentNameWithKind(id, name)).toBe(shown))

test('how many contracts run stands beside the menu that would hide them', async () => {
  await insertSubscribedMember(db, ctx)
  expect((await getShopSetting(ctx, {} as never)).running_subscriptions).toBe(1)
})

describe('the page that the law asks for', () => {
  test('is drafted whole from the settings: saved as it stands, it says everything, and stays true', async () => {
    await db.delete(shop_content).where(law)
    expect(await step()).toMatchObject({ is_done: false, found: ['まだありません。'] })
    const { hints: _, is_other, has_subscriptions: __, ...draft } = await getLawPage(ctx, {} as never)
    expect(is_other).toBe(false)
    expect(Object.entries(draft).filter(([, text]) => text === '')).toEqual([])
    await changeLawPage(ctx, draft)
    expect(await step()).toMatchObject({ is_done: true })
    expect((await showContent(ctx, page)).html).toMatch(/椿野 澄江[\s\S]*990円[\s\S]*代金引換/)
    expect(await getLawPage(ctx, {} as never)).toMatchObject({ fees: draft.fees })
    await db.update(shop).set({ delivery_free_amount: 9_000 }).where(eq(shop.id, 2))
    expect((await showContent(ctx, page)).html).toContain('9,000円')
    expect(await step()).toMatchObject({ is_done: true })
  })

  test('is not whole while it says something else than the settings', async () => {
    const { html } = await getAdminContent(ctx, page)
    await save(`${html}<p>送料は全国一律500円です。</p>`)
    expect(await step()).toMatchObject({ is_done: false, found: ['設定と違います: 「送料は全国一律500円です」'] })
    await save(html)
    const { hints: _, is_other: __, has_subscriptions: ___, ...draft } = await getLawPage(ctx, {} as never)
    await expect(changeLawPage(ctx, { ...draft, fees: '送料は全国一律500円です。' })).rejects.toMatchObject({
      fields: [{ path: 'fees', message: expect.stringContaining('北海道は990円') }],
    })
  })

  test('can lose an item in an open shop only after it was named', async () => {
    await expect(save('')).rejects.toMatchObject({
      status: 422,
      fields: [{ path: 'accepts_missing', message: expect.stringMatching(/販売業者、.*返品・交換/) }],
    })
    const { html } = await getAdminContent(ctx, page)
    expect(html).not.toBe('')
    expect(await save('<p>準備中</p>', true)).toMatchObject({ html: '<p>準備中</p>' })
    await db.update(shop).set({ opened_at: null }).where(eq(shop.id, 2))
    expect(await save('')).toMatchObject({ html: '' })
  })
})
