import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { openSubscription, subscribedBy, subscriptionOf } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

/** A contract of oil and 地肌水, both every time. */
async function subscribeToTwo() {
  const member = await newMember()
  const { id } = await subscribedBy(member, { sku: 101 })
  await sql(
    `insert into subscription_order_item (shop_id, subscription_id, product_sku_id, quantity, following_price)
     select shop_id, $1, id, 1, subscription_price from product_sku where id = 118`,
    id,
  )
  return { member, id }
}

const exceptOf = async (id: number) =>
  (
    await sql<{ is: boolean }>(
      `select i.except_cycle = s.cycle as is from subscription_order_item i join subscription s on s.id = i.subscription_id
       where s.id = $1 and i.product_sku_id = 118`,
      id,
    )
  )[0]!.is

journeyInBoth('one product is left out of the next delivery, and put back', async ({ page, device, step }) => {
  const { member, id } = await subscribeToTwo()
  await logInDevice(device, member)
  const { payment_total: before } = await subscriptionOf(member, id)
  await openSubscription(page, id)
  const goods = page.getByRole('list', { name: 'お届けする商品' })
  const tonic = goods.getByRole('listitem').filter({ hasText: '地肌水' })
  await inspect(page, 'leave-out-before')

  step('the dialog says day, charge and what stays before the press')
  await tonic.getByRole('button', { name: /^今回だけ除く/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('商品の価格: お約束した価格のままです').waitFor()
  await inspect(page, 'leave-out-asked')
  expect((await subscriptionOf(member, id)).payment_total).toBe(before)
  await dialog.getByRole('button', { name: '今回だけ除く' }).click()
  await tonic.getByText('今回は除く').waitFor()
  expect(await exceptOf(id)).toBe(true)
  expect((await subscriptionOf(member, id)).payment_total).toBeLessThan(before)
  // The last one is not offered: that is お休み.
  expect(await goods.getByRole('button', { name: /^今回だけ除く/ }).count()).toBe(0)
  await page.getByText('次回のお届けだけ、商品を除きました').waitFor()
  await inspect(page, 'leave-out-done')

  step('the list and the form say it too')
  await page.goto('mypage/subscriptions')
  await page.getByText('今回は除く').first().waitFor()
  await inspect(page, 'leave-out-list')
  await openSubscription(page, id)

  step('it goes back by a press')
  await tonic.getByRole('button', { name: /^次回のお届けに戻す/ }).click()
  await page.getByRole('dialog').getByText('商品の価格: お約束した価格のままです').waitFor()
  await inspect(page, 'leave-out-back')
  await page.getByRole('dialog').getByRole('button', { name: '次回のお届けに戻す' }).click()
  await tonic.getByRole('button', { name: /^今回だけ除く/ }).waitFor()
  expect((await subscriptionOf(member, id)).payment_total).toBe(before)
})

journey('at the phone the operator leaves it out for the member', async ({ page, step }) => {
  const { id } = await subscribeToTwo()
  await signIn(page, 'support')
  await page.goto(`/admin/subscriptions/${id}/change`)
  step('it is marked in the form and compared')
  await page.getByRole('listitem').filter({ hasText: '地肌水' }).getByLabel('今回だけ除く').check()
  await inspect(page, 'admin-leave-out-form')
  await page.getByRole('button', { name: '変更の内容を確かめる' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('商品の価格: お約束した価格のままです').waitFor()
  await inspect(page, 'admin-leave-out-asked')
  await dialog.getByRole('button', { name: 'この内容で変更する' }).click()
  await page.getByText('今回だけ除く(その次からは、またお届けします)').waitFor()
  expect(await exceptOf(id)).toBe(true)
  await inspect(page, 'admin-leave-out-done')
  await expectFitsAllWidths(page, 'admin-leave-out-done')
})
