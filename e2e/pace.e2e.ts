import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { openSubscription, subscribedBy } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

/** The first delivery came five weeks ago, the second comes in three. */
async function secondDelivery(id: number): Promise<void> {
  await sql(
    `update orders set status = 'delivered', created_at = created_at - interval '40 days',
     delivery_date = current_date - 35, expected_date = current_date - 35 where subscription_id = $1`,
    id,
  )
  await sql(
    `update subscription set cycle = 2, created_at = created_at - interval '40 days',
     next_delivery_date = current_date + 20, next_next_delivery_date = current_date + 50 where id = $1`,
    id,
  )
}

const nextOf = async (id: number) =>
  (await sql<{ day: string }>('select next_delivery_date::text as day from subscription where id = $1', id))[0]!.day

journeyInBoth(
  'what is left is asked; what fits is shown, taken and undone by presses alone',
  async ({ page, device, step }) => {
    step('a second delivery is to come, the first came five weeks ago')
    const member = await newMember()
    await logInDevice(device, member)
    const { id } = await subscribedBy(member, { sku: 101 })
    await secondDelivery(id)
    await openSubscription(page, id)
    const rest = page.getByRole('region', { name: 'お手元の残り' })
    await rest.getByText('お手元の残りは？').waitFor()
    await inspect(page, 'pace-asked')

    step('more is left than was foreseen')
    await rest.getByRole('button', { name: '2点以上' }).click()
    const proposals = rest.getByRole('list', { name: 'ご提案' })
    await proposals.getByText('商品の価格: お約束した価格のままです').first().waitFor()
    await inspect(page, 'pace-proposed')
    const before = await nextOf(id)

    step('nothing moves before the press, and it goes back by one')
    await proposals.getByRole('button', { name: 'このとおりに変更する' }).first().click()
    await rest.getByText(/に変更しました。/).waitFor()
    expect((await nextOf(id)) > before).toBe(true)
    await inspect(page, 'pace-taken')
    await rest.getByRole('button', { name: '元に戻す' }).click()
    await expect.poll(() => nextOf(id)).toBe(before)
  },
)

journey(
  'of two goods each is asked, and the one of which too much is left is left out once',
  async ({ page, device, step }) => {
    step('a contract of oil and 地肌水, both came once')
    const member = await newMember()
    await logInDevice(device, member)
    const { id } = await subscribedBy(member, { sku: 101 })
    await sql(
      `insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
     select shop_id, $1, id, 1, subscription_price from product_sku where id = 118`,
      id,
    )
    await sql(
      `insert into order_item (shop_id, order_id, product_id, product_sku_id, product_name, product_code,
       product_image, quantity, price, subtotal, discount_amount, tax_rate)
     select k.shop_id, o.id, p.id, k.id, p.product_name, k.product_code, '', 1, k.price, k.price, 0, 10
     from product_sku k join product p on p.shop_id = k.shop_id and p.id = k.product_id, orders o
     where k.id = 118 and o.subscription_id = $1`,
      id,
    )
    await secondDelivery(id)
    await openSubscription(page, id)
    const rest = page.getByRole('region', { name: 'お手元の残り' })
    await rest.getByRole('group', { name: /純椿油/ }).waitFor()
    await inspect(page, 'pace-two-asked')

    step('the tonic is just right; two are left of the oil, which is left out of the next delivery alone')
    await rest
      .getByRole('group', { name: /地肌水/ })
      .getByRole('button', { name: 'ちょうどよい' })
      .click()
    await rest.getByText('お返事ありがとうございます').waitFor()
    await rest
      .getByRole('group', { name: /純椿油/ })
      .getByRole('button', { name: '2点以上' })
      .click()
    const proposals = rest.getByRole('list', { name: 'ご提案' })
    await proposals.getByText(/次回だけ、.*純椿油.*を除く/).waitFor()
    await inspect(page, 'pace-two-proposed')
    const before = await nextOf(id)
    await proposals.getByRole('button', { name: 'このとおりに変更する' }).first().click()
    await rest.getByText(/を除くように変更しました。/).waitFor()
    await page.getByText('今回は除く').first().waitFor()
    expect(await nextOf(id)).toBe(before)
    await inspect(page, 'pace-two-taken')
    await rest.getByRole('button', { name: '元に戻す' }).click()
    await rest.getByRole('group', { name: /純椿油/ }).waitFor()

    step('at the phone each is asked too')
    await signIn(page, 'support')
    await page.goto(`/admin/subscriptions/${id}`)
    await page.getByRole('group', { name: /純椿油/ }).waitFor()
    await inspect(page, 'admin-pace-two')
    await expectFitsAllWidths(page, 'admin-pace-two')
  },
)

journeyInBoth('a link of the notice that is cut or over says so', async ({ page, expectProblem }) => {
  expectProblem(/^4(04|22): POST .*\/pace\/answer/)
  await page.goto('pace?rest=none')
  await page.getByRole('heading', { name: 'このURLではご覧いただけません' }).waitFor()
  await inspect(page, 'pace-no-link')
})

journey(
  'at the phone the operator answers for the member, takes what fits and takes it back',
  async ({ page, step }) => {
    const member = await newMember()
    const { id } = await subscribedBy(member, { sku: 101 })
    await secondDelivery(id)
    await signIn(page, 'support')
    await page.goto(`/admin/subscriptions/${id}`)
    const rest = page.locator('section').filter({ has: page.getByRole('heading', { name: 'お手元の残り' }) })
    const look = async (name: string) => {
      await inspect(page, name)
      await expectFitsAllWidths(page, name)
    }

    step('the forecast is there with what it was reckoned from')
    await rest.getByText(/お届けした1点から計算/).waitFor()
    await look('admin-pace')

    step('what the member says is answered, and read out')
    await rest.getByRole('button', { name: '2点以上' }).click()
    const proposals = rest.getByRole('list', { name: 'ご提案' })
    await proposals.getByText('商品の価格: お約束した価格のままです').first().waitFor()
    await look('admin-pace-proposed')
    const before = await nextOf(id)
    await proposals.getByRole('button', { name: 'このとおりに変更する' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'この内容で変更する' }).click()
    await rest.getByText(/に変更済みです/).waitFor()
    expect((await nextOf(id)) > before).toBe(true)
    await look('admin-pace-taken')
    await rest.getByRole('button', { name: /^元に戻す/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '元に戻す' }).click()
    await expect.poll(() => nextOf(id)).toBe(before)

    step('the shop counts it, and may compare it with no proposal')
    await signIn(page, 'manager')
    await page.goto('/admin/reports/pace')
    await page.getByRole('heading', { level: 1, name: 'お届けのペース' }).waitFor()
    await page.getByRole('button', { name: '比較を始める' }).waitFor()
    await look('admin-report-pace')
  },
)
