import { expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { ordersOf, sql } from './lib/database.ts'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, choose, field, section } from './lib/shopping.ts'

journey(
  'a purchase is recorded once, with the amounts of the order, under the code of its advert',
  async ({ page, device }) => {
    const member = await memberWith(device)
    await page.goto('products?adcd=LEAFLET7777&abmtcd=mail-0421')
    await expect.poll(async () => (await counted(page)).map(({ event }) => event)).toContain('view_item_list')
    // The policy allows Google's script, which loads after the page.
    await expect.poll(() => page.locator('script[src*="googletagmanager.com/gtm.js?id=GTM-JOURNEY"]').count()).toBe(1)

    await page
      .getByRole('link', { name: /^純椿油「しずく」/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: '純椿油「しずく」' }).waitFor()
    await choose(page, ['柚子', '60mL'])
    await page.getByRole('radio', { name: /^定期便で買う/ }).check()
    await page.getByRole('button', { name: '1つ増やす' }).click()
    await page.getByRole('button', { name: 'カートに入れる' }).click()
    expect((await counted(page, 'view_item'))[0]?.ecommerce?.items[0]?.item_id).toBe('1')
    const [added] = await counted(page, 'add_to_cart')
    expect(added!.ecommerce!.items[0]!.quantity).toBe(2)
    await page.getByRole('link', { name: 'カートを見る' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('heading', { level: 1, name: 'カート' }).waitFor()
    await page.getByRole('button', { name: '1つ減らす' }).click()
    await expect.poll(async () => (await counted(page, 'remove_from_cart'))[0]?.ecommerce?.items[0]?.quantity).toBe(1)
    await checkOut(page, 'periodic')
    await field(section(page, 'お届け周期'), 'お届け日').selectOption('5日')
    await payCash(page)
    await toConfirmation(page)
    await order(page)
    const order_no = await completed(page)

    const [row] = await sql<{ payment_total: number; tax_total: number; delivery_fee: number }>(
      'select payment_total, tax_total, delivery_fee from orders where order_no = $1',
      order_no,
    )
    const { payment_total: value, tax_total: tax, delivery_fee: shipping } = row!
    const bought = await counted(page, 'purchase')
    expect(bought).toMatchObject([
      { ecommerce: { currency: 'JPY', transaction_id: order_no, value, tax, shipping, items: [{ quantity: 1 }] } },
    ])
    for (const name of ['view_cart', 'begin_checkout', 'add_payment_info'])
      expect((await counted(page, name)).map(({ ecommerce }) => ecommerce!.value)).toHaveLength(1)
    expect((await counted(page, 'add_payment_info'))[0]!.ecommerce).toMatchObject({ payment_type: '代金引換' })

    const views = await counted(page, 'page_view')
    expect(views.every(({ screen_id }) => /^EC_LINE\d{3}$/.test(screen_id!))).toBe(true)
    expect(views.map(({ page_location }) => page_location).join()).not.toContain('order_no')
    await page.reload()
    await completed(page)
    await expect.poll(async () => (await counted(page, 'page_view')).length).toBe(1)
    expect(await counted(page, 'purchase')).toEqual([])

    const [placed] = await ordersOf(member.email)
    expect(placed!.abmtcd).toBe('mail-0421')
    const codes = await sql<{ adcd: string }>(
      'select adcd from orders where id = $1 union all select adcd from subscription where id = $2',
      placed!.id,
      placed!.subscription_id,
    )
    expect(codes.map(({ adcd }) => adcd)).toEqual(['LEAFLET7777', 'LEAFLET7777'])
  },
)
