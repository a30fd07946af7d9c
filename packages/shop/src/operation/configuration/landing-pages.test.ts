import { LandingPageInput } from '@kushi/contract/admin/landing-page'
import { shop_payment } from '@kushi/db/schema/delivery'
import { product_sku } from '@kushi/db/schema/product'
import { landing_day } from '@kushi/db/schema/report'
import { testDatabase } from '@kushi/db/testing'
import { emptyBlock } from '@kushi/values/block/kinds'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { showLandingPage } from '../../sales/experiment/show-landing-page.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  addLandingPage,
  changeLandingPage,
  deleteLandingPage,
  getAdminLandingPage,
  listLandingPages,
  previewLandingPage,
} from './admin/landing-pages.ts'

const { db, close } = await testDatabase()
afterAll(close)
const ctx = await operatorContext(db, 'manager')
const at = (moment: string) => ({
  ...testContext(db),
  clock: { now: () => new Date(moment), today: () => moment.slice(0, 10) },
})

const form = { ...emptyBlock('form'), title: 'お申し込み', visible: true }
const page = {
  slug: 'oil',
  title: '椿油',
  visible: true,
  opens_at: '2026-11-01T00:00:00+09:00',
  closes_at: '2026-12-01T00:00:00+09:00',
  successor: '',
  cart_type: 0 as const,
  items: [{ product_sku_id: 101, quantity: 1 }],
  intervals: [],
  payment_method_ids: [],
  adcd: 'lp',
  promotion_id: null,
  thanks: 'ありがとうございます。',
  blocks: [{ ...emptyBlock('story'), title: '隠した話', visible: false }, form],
}
const { id } = await addLandingPage(ctx, page)

test('it opens and closes at its own moments; hidden blocks stay away', async () => {
  const seen = (moment: string) => showLandingPage(at(moment), { slug: 'oil' })
  await expect(seen('2026-10-31T14:59:00Z')).rejects.toMatchObject({ status: 404 })
  expect(await seen('2026-10-31T15:00:00Z')).toMatchObject({ leads_to: null, blocks: [{ kind: 'form' }], adcd: 'lp' })
  expect(await seen('2026-11-30T15:00:00Z')).toMatchObject({ leads_to: '/products', blocks: [] })
})

test('a closed page leads to the first open one, and home where they lead in a circle', async () => {
  const next: LandingPageInput = { ...page, closes_at: null, opens_at: null }
  const c = await addLandingPage(ctx, { ...next, slug: 'c' })
  await addLandingPage(ctx, { ...page, slug: 'b', successor: '/lp/c' })
  const later = at('2027-01-01T00:00:00Z')
  const leadsTo = async (change: Partial<LandingPageInput>) => {
    const { version } = await getAdminLandingPage(ctx, { id: c.id })
    await changeLandingPage(ctx, { ...next, slug: 'c', ...change, id: c.id, version })
    return (await showLandingPage(later, { slug: 'b' })).leads_to
  }
  expect(await leadsTo({})).toBe('/lp/c')
  const notYet = { opens_at: '2027-02-01T00:00:00+09:00' }
  expect(await leadsTo(notYet)).toBe('/products')
  expect(await leadsTo({ ...notYet, successor: '/lists/new' })).toBe('/lists/new')
  expect(await leadsTo({ visible: false, successor: '/lists/new' })).toBe('/lists/new')
  expect(await leadsTo({ closes_at: page.closes_at, successor: '/lp/b' })).toBe('/')
})

test('its preview shows it whenever, and no other page', async () => {
  const { url } = await previewLandingPage(ctx, { id })
  const preview = new URL(url).searchParams.get('preview')!
  expect(await showLandingPage(ctx, { slug: 'oil', preview })).toMatchObject({ is_preview: true, leads_to: null })
  await expect(showLandingPage(ctx, { slug: 'none', preview })).rejects.toMatchObject({ status: 404 })
  expect(await showLandingPage(at('2027-01-01T00:00:00Z'), { slug: 'b', preview })).toMatchObject({ is_preview: false })
})

test.each([
  ['an address that is taken', { slug: 'oil' }, 'slug'],
  ['a successor that is not there', { successor: '/lp/none' }, 'successor'],
  ['itself as its successor', { successor: '/lp/new' }, 'successor'],
  ['goods of no shop', { items: [{ product_sku_id: 999_999, quantity: 1 }] }, 'items.0.product_sku_id'],
  ['a way to pay that the shop does not offer', { payment_method_ids: [1 as const, 5 as const] }, 'payment_method_ids'],
  ['more than a purchase may have', { items: [{ product_sku_id: 115, quantity: 11 }] }, 'items.0.quantity'],
  [
    'a picture that is not there',
    { blocks: [{ ...emptyBlock('hero'), image_path: 'none', visible: true }, form] },
    'blocks.0.image_path',
  ],
])('%s is refused beside its field', async (_, change, path) => {
  await expect(addLandingPage(ctx, { ...page, slug: 'new', ...change })).rejects.toMatchObject({
    status: 422,
    fields: [{ path }],
  })
})

test('a page whose ways to pay not every browser has is refused: its other visitors could not order', async () => {
  const sheets = [12 as const, 13 as const]
  const own = and(eq(shop_payment.shop_id, ctx.shop_id), inArray(shop_payment.payment_method_id, sheets))
  await db.update(shop_payment).set({ visible: true }).where(own)
  const add = (payment_method_ids: LandingPageInput['payment_method_ids']) =>
    addLandingPage(ctx, { ...page, slug: 'sheets', payment_method_ids })
  await expect(add(sheets)).rejects.toMatchObject({ status: 422, fields: [{ path: 'payment_method_ids' }] })
  const made = await add([1, ...sheets])
  await deleteLandingPage(ctx, { id: made.id })
  await db.update(shop_payment).set({ visible: false }).where(own)
})

test('the list says whether the goods of a page can be ordered', async () => {
  const isOrderable = async () =>
    (await listLandingPages(ctx, {})).items.find(({ slug }) => slug === 'oil')?.is_orderable
  const ofSku = and(eq(product_sku.shop_id, ctx.shop_id), eq(product_sku.id, 101))
  const [sku] = await db.select().from(product_sku).where(ofSku)
  expect(await isOrderable()).toBe(true)
  for (const change of [{ stock: 0 }, { visible: false }]) {
    await db.update(product_sku).set(change).where(ofSku)
    expect(await isOrderable()).toBe(false)
    await db.update(product_sku).set({ stock: sku!.stock, visible: true }).where(ofSku)
  }
})

test('a public page shows its form', () => {
  expect(LandingPageInput.safeParse(page).success).toBe(true)
  const hidden = { ...page, blocks: [{ ...form, visible: false }] }
  expect(LandingPageInput.safeParse(hidden).error?.issues).toMatchObject([{ path: ['blocks'] }])
  expect(LandingPageInput.safeParse({ ...hidden, visible: false }).success).toBe(true)
})

test('the list has the visits of adverts; a deleted page is gone', async () => {
  const day = ctx.clock.today()
  // The path that the storefront's guard sends.
  await db.insert(landing_day).values({ shop_id: ctx.shop_id, day, landing_path: '/lp/oil', adcd: 'x', visits: 3 })
  expect((await listLandingPages(ctx, {})).items.find(({ slug }) => slug === 'oil')).toMatchObject({ visits: 3 })
  await deleteLandingPage(ctx, { id })
  await expect(showLandingPage(at('2026-11-10T00:00:00Z'), { slug: 'oil' })).rejects.toMatchObject({ status: 404 })
})
