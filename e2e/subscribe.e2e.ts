import { expect } from 'vitest'
import { counted } from './lib/data-layer.ts'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { announcementsDuring } from './lib/live-regions.ts'
import { memberWith } from './lib/member.ts'
import { cards, completed, order, payWithCard, toConfirmation } from './lib/purchase.ts'
import { chargesOf, mailTo } from './lib/sandbox.ts'
import { checkOut, choose, field, moveTo, section } from './lib/shopping.ts'

interface SubscriptionRow {
  id: number
  summary_status: number
  subscription_division_id: number
  param1: number
  param2: number | null
  next: string
  next_next: string
  cycle: number
  card_seq: number | null
  adcd: string | null
}

/** 2026-12-05 in the screens' format. */
const said = (date: string) => {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

const SECOND_WAY = 'お支払いできないときに使う方法'

journey(
  'a member subscribes, every second month on the 5th; it is recorded once, under the code of its advert',
  async ({ page, device, step }) => {
    const member = await memberWith(device)
    step('from an advert to the list')
    await page.goto('products?adcd=LEAFLET7777&abmtcd=mail-0421')
    await expect.poll(async () => (await counted(page)).map(({ event }) => event)).toContain('view_item_list')
    // The policy allows Google's script, which loads after the page.
    await expect.poll(() => page.locator('script[src*="googletagmanager.com/gtm.js?id=GTM-JOURNEY"]').count()).toBe(1)

    step('the product page: interval and days')
    await moveTo(page, 'products/detail/6')
    await choose(page, ['薄荷'])
    const promised = page.getByText('今日お申し込みのときの目安').locator('..').getByRole('listitem')
    const second = () => promised.nth(1).innerText()
    await expect.poll(() => promised.count()).toBe(3)
    // The interval nearest to 使い切る目安 (30 days) is preselected.
    const interval = field(page, 'お届け間隔')
    expect(await interval.locator('option:checked').innerText()).toBe('毎月(おすすめ)')
    await expect.poll(second).toMatch(/月/)
    const monthly = await second()
    await interval.selectOption('2か月ごと')
    await expect.poll(second).not.toBe(monthly)
    const days = (await promised.allInnerTexts()).map((text) => /\d+月\d+日\(.\)/.exec(text)![0])
    await page.getByRole('button', { name: '1つ増やす' }).click()
    await page.getByRole('button', { name: 'カートに入れる' }).click()
    await expect.poll(async () => (await counted(page, 'view_item'))[0]?.ecommerce?.items[0]?.item_id).toBe('6')
    await expect.poll(async () => (await counted(page, 'add_to_cart'))[0]?.ecommerce?.items[0]?.quantity).toBe(2)
    step('the cart')
    await page.getByRole('link', { name: 'カートを見る' }).click()
    // It contains only 定期便, so that tab is open.
    await page.getByRole('tab', { name: /定期購入/, selected: true }).waitFor()
    await page.getByText('お届け間隔 2か月ごと').waitFor()
    await page.getByRole('button', { name: '1つ減らす' }).click()
    await expect.poll(async () => (await counted(page, 'remove_from_cart'))[0]?.ecommerce?.items[0]?.quantity).toBe(1)
    await expect.poll(() => page.getByRole('main').textContent()).toMatch(/初回¥2,640.*2回目から ¥3,300/)

    step('the form promises the same days')
    await checkOut(page, 'periodic')
    const pattern = section(page, 'お届け周期')
    expect(await field(pattern, '間隔').inputValue()).toBe('2')
    await payWithCard(page, cards.good)
    await pattern.getByText('3回目', { exact: true }).waitFor()
    // With nothing changed, the deliveries are on the days that the product page promised.
    for (const day of days) expect(await pattern.textContent()).toContain(day)
    await inspect(page, 'purchase-subscription')

    step('a way for when the card is refused is named there too; nothing is chosen in advance')
    const otherWays = page.getByRole('group', { name: SECOND_WAY })
    await page.locator('summary', { hasText: SECOND_WAY }).click()
    await expect.poll(() => otherWays.getByRole('radio').count()).toBeGreaterThan(1)
    expect(await otherWays.getByRole('radio', { name: /^決めておかない/ }).isChecked()).toBe(true)
    expect(await otherWays.getByRole('radio', { name: /^クレジットカード|^Amazon Pay|^PayPay/ }).count()).toBe(0)
    await otherWays.getByRole('radio', { name: /^代金引換/ }).check()
    await inspect(page, 'purchase-second-way')
    step('the confirmation')
    await toConfirmation(page)
    // Both payments in one line, before all details; nothing leads away.
    await page.getByText(/^1回目\(.+お届け\) ¥[\d,]+2回目\(.+お届け\) ¥[\d,]+税込・送料込み$/).waitFor()
    expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(3)
    await inspect(page, 'confirm-subscription')
    const asPromised = await section(page, 'お届け先とお届けの時期').innerText()
    for (const day of days.slice(0, 2)) expect(asPromised).toContain(day)
    for (const name of ['view_cart', 'begin_checkout', 'add_payment_info'])
      expect((await counted(page, name)).map(({ ecommerce }) => ecommerce!.value)).toHaveLength(1)
    expect((await counted(page, 'add_payment_info'))[0]!.ecommerce).toMatchObject({
      payment_type: 'クレジットカード',
    })

    step('another day of the month is chosen')
    await page.goBack()
    const chosen = announcementsDuring(page, async () => {
      await field(pattern, 'お届け日').selectOption('5日')
      await pattern.getByText(/月5日/).nth(1).waitFor()
    })
    expect(await chosen).toEqual([expect.stringMatching(/^1回目.*3回目.*月5日/)])
    await toConfirmation(page)
    const terms = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
    expect(terms).toMatch(/お届けは、解約のお申し出があるまで続きます/)
    expect(terms).toMatch(/総額の目安/)
    // Kept while the form was changed.
    expect(terms).toMatch(
      /お支払いできないときに使う方法 代金引換 クレジットカードでのお支払いが断られ[\s\S]*切り替えたあとの手数料は、¥/,
    )
    expect(terms).toMatch(/まで変更・お休みいただけます[\s\S]*までに解約いただければ/)

    const views = await counted(page, 'page_view')
    expect(views.every(({ screen_id }) => /^EC_LINE\d{3}$/.test(screen_id!))).toBe(true)

    step('ordered: order, charge and contract')
    await order(page)
    const order_no = await completed(page)
    await inspect(page, 'complete-subscription')
    const [placed] = await ordersOf(member.email)
    expect(placed).toMatchObject({ order_no, status: 'received', payment_total: 3300, abmtcd: 'mail-0421' })
    expect(await chargesOf(order_no)).toMatchObject([{ amount: 3300 }])

    const [row] = await sql<SubscriptionRow>(
      `select id, summary_status, subscription_division_id, param1, param2, cycle, card_seq, adcd,
       next_delivery_date::text as next, next_next_delivery_date::text as next_next
       from subscription where id = $1`,
      placed!.subscription_id,
    )
    expect(row).toMatchObject({ summary_status: 1, subscription_division_id: 1, param1: 2, param2: 5, cycle: 2 })
    // Later deliveries are charged without the customer (merchant-initiated), so the card must be saved.
    await expect
      .poll(() => sql<SubscriptionRow>('select card_seq from subscription where id = $1', placed!.subscription_id))
      .toMatchObject([{ card_seq: expect.any(Number) }])
    for (const date of [row!.next, row!.next_next]) expect(date).toMatch(/-05$/)
    const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
    expect(months(row!.next_next) - months(row!.next)).toBe(2)

    step('every screen and the mail show the same dates')
    // It can be changed until ten days before, and every screen shows the same date.
    const deadline = new Date(`${row!.next}T00:00:00Z`)
    deadline.setUTCDate(deadline.getUTCDate() - 10)
    const shown = await page.getByRole('main').innerText()
    for (const date of [row!.next, row!.next_next, deadline.toISOString().slice(0, 10)]) {
      expect(shown).toContain(said(date))
      // The confirmation had shown the same date.
      expect(terms).toContain(said(date))
    }
    const [mail] = await mailTo(member.email)
    expect(mail!.text).toContain(said(row!.next))
    // The mail names the price from the second delivery on.
    expect(mail!.text).toMatch(/次回からの商品代金.*\n.*¥3,300 × 1/)
    expect(mail!.text).toMatch(/お支払いできないときに使う方法: 代金引換\(切り替えたあとの手数料 ¥/)
    const named = () => sql('select second_way from subscription where id = $1', placed!.subscription_id)
    expect(await named()).toMatchObject([{ second_way: { payment_method_id: null, card_seq: null } }])

    step('the purchase is counted once')
    const [amounts] = await sql<{ payment_total: number; tax_total: number; delivery_fee: number; adcd: string }>(
      'select payment_total, tax_total, delivery_fee, adcd from orders where order_no = $1',
      order_no,
    )
    const { payment_total: value, tax_total: tax, delivery_fee: shipping, adcd } = amounts!
    expect([adcd, row!.adcd]).toEqual(['LEAFLET7777', 'LEAFLET7777'])
    expect(await counted(page, 'purchase')).toMatchObject([
      { ecommerce: { currency: 'JPY', transaction_id: order_no, value, tax, shipping, items: [{ quantity: 1 }] } },
    ])
    expect(JSON.stringify(await counted(page, 'page_view'))).not.toContain('order_no')
    await page.reload()
    await completed(page)
    await expect.poll(async () => (await counted(page, 'page_view')).length).toBe(1)
    expect(await counted(page, 'purchase')).toEqual([])

    step('the way for when the card is refused is changed from here')
    await page.getByText('お支払いできないときは、代金引換でお手続きします。').waitFor()
    await page.getByRole('link', { name: `${SECOND_WAY}を変更する` }).click()
    const dialog = page.getByRole('dialog', { name: SECOND_WAY })
    expect(await dialog.getByRole('radio', { name: /^代金引換/ }).isChecked()).toBe(true)
    await inspect(page, 'second-way')
    await dialog.getByRole('radio', { name: /^決めておかない/ }).check()
    await dialog.getByRole('button', { name: '決める' }).click()
    await page.getByText('お支払いできないときに使う方法は、決めていません。').waitFor()
    expect(await named()).toEqual([{ second_way: null }])
  },
)
