import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { ask, dayAfter, letTimePass, openSubscription, simulateUntil, subscribedBy } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { cards, typeCard } from './lib/purchase.ts'
import { chargesOf, today } from './lib/sandbox.ts'

letTimePass()

/** The window's clock stays: the shop reports its own time, and the window repeats the request. */
const otherClock = /400: GET \/v1\/common\/init/

/** From the payment dialog to the card company and back into the dialog. */
async function addCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'カードを追加する' }).click()
  await typeCard(page, number)
  await dialog.getByRole('button', { name: 'このカードを登録する' }).click()
  // One confirmation is left: the new card is chosen.
  await dialog.getByRole('heading', { name: 'お支払い方法の変更' }).waitFor()
  const chosen = dialog.getByRole('radio', { name: new RegExp(`•••• ${number.slice(-4)}`) })
  await expect.poll(() => chosen.isChecked()).toBe(true)
}

journey(
  'a charge fails, the solution is shown first, another card is charged at once',
  async ({ page, device, expectProblem }) => {
    expectProblem(otherClock)
    const member = await newMember()
    await logInDevice(device, member)
    const { id } = await subscribedBy(member)
    // Its last day for changes is today.
    await sql('update subscription set next_delivery_date = $2::date + 10 where id = $1', id, await today())
    await openSubscription(page, id)

    // From cash on delivery to a card that is registered on the way.
    const dialog = await ask(page, 'お支払い方法を変更')
    await dialog.getByRole('radio', { name: /^クレジットカード/ }).check()
    await addCard(page, cards.refusedLater)
    await dialog.getByRole('button', { name: '変更する', exact: true }).click()
    await page.getByText('これからのお支払いはクレジットカードになります。').waitFor()
    await page
      .getByText(/クレジットカード VISA •••• 0341/i)
      .first()
      .waitFor()

    // The next day is the day of the charge: declined.
    await simulateUntil(member, dayAfter(await today()), device)
    await page.goto('mypage')
    await page.getByText('定期便のお支払いができませんでした').waitFor()
    await page.getByRole('link', { name: '定期便のお支払いを確認する' }).click()
    const card = page.getByRole('article')
    await card.getByText('お支払いができませんでした').waitFor()
    await card.getByText('お支払いエラー').waitFor()
    await inspect(page, 'subscriptions-payment-error')
    const again = await ask(page, 'カードを変更する')
    await again.getByText('変更すると、すぐに').waitFor()
    await addCard(page, cards.good)
    await dialog.getByRole('button', { name: '変更して支払う' }).click()
    await page.getByText('のお届けを手配しました。').waitFor()
    await page.getByText('お届け手配済み').waitFor()
    await page.getByText('お受け取りになるまで、変更はできません').waitFor()
    expect(await page.getByRole('button', { name: '解約', exact: true }).count()).toBe(0)
    const orders = await ordersOf(member.email)
    expect(orders).toHaveLength(2)
    expect(await chargesOf(orders[1]!.order_no)).toMatchObject([{ amount: orders[1]!.payment_total }])
    await page.getByRole('region', { name: '履歴' }).getByText('お支払いができませんでした').first().waitFor()
  },
)
