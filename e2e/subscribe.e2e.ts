import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { somebody } from './lib/people.ts'
import { agree, cards, completed, fillMemberForm, order, payWithCard, toConfirmation } from './lib/purchase.ts'
import { chargesOf, mailTo } from './lib/sandbox.ts'
import { checkOutAsNew, choose, field, section } from './lib/shopping.ts'

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
}

/** 2026-12-05 in the screens' format. */
const said = (date: string) => {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

journey(
  'a guest subscribes, every second month on the 5th',
  async ({ page }) => {
    const person = somebody()
    await page.goto('products/detail/6')
    await choose(page, ['薄荷'])
    await field(page, 'お届け間隔').selectOption('2か月ごと')
    await page.getByRole('button', { name: 'カートに入れる' }).click()
    await page.getByRole('link', { name: 'カートを見る' }).click()
    // It contains only 定期便, so that tab is open.
    await page.getByRole('tab', { name: /定期購入/, selected: true }).waitFor()
    expect(await page.getByRole('main').textContent()).toMatch(/初回¥2,640.*2回目以降¥3,300/)

    await checkOutAsNew(page, person, 'periodic')
    await fillMemberForm(page, person)
    const pattern = section(page, 'お届け周期')
    expect(await field(pattern, '間隔').inputValue()).toBe('2')
    await field(pattern, 'お届け日').selectOption('5日')
    await payWithCard(page, cards.good)
    await agree(page)
    await pattern.getByText('3回目', { exact: true }).waitFor()
    await inspect(page, 'purchase-subscription')
    await toConfirmation(page)
    await inspect(page, 'confirm-subscription')
    const terms = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
    expect(terms).toMatch(/お届けは、解約のお申し出があるまで続きます/)
    expect(terms).toMatch(/総額の目安/)
    expect(terms).toMatch(/まで変更・お休み・解約いただけます/)

    await order(page)
    const order_no = await completed(page)
    await inspect(page, 'complete-subscription')
    const [placed] = await ordersOf(person.email)
    expect(placed).toMatchObject({ order_no, status: 'received', payment_total: 3300 })
    expect(await chargesOf(order_no)).toMatchObject([{ amount: 3300 }])

    const [row] = await sql<SubscriptionRow>(
      `select id, summary_status, subscription_division_id, param1, param2, cycle, card_seq,
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

    // It can be changed until ten days before, and every screen shows the same date.
    const deadline = new Date(`${row!.next}T00:00:00Z`)
    deadline.setUTCDate(deadline.getUTCDate() - 10)
    const shown = await page.getByRole('main').innerText()
    for (const date of [row!.next, row!.next_next, deadline.toISOString().slice(0, 10)]) {
      expect(shown).toContain(said(date))
      // The confirmation had shown the same date.
      expect(terms).toContain(said(date))
    }
    const [mail] = await mailTo(person.email)
    expect(mail!.text).toContain(said(row!.next))
  },
  { on: ['desktop'] },
)
