import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, whileLocked } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import {
  ask,
  dayAfter,
  dayOf,
  liveOn,
  openSubscription,
  subscribedBy,
  subscriptionOf,
  timePasses,
} from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { cards, typeCard } from './lib/purchase.ts'
import { chargesOf } from './lib/sandbox.ts'

timePasses()

/** The window's clock stays: the shop reports its own time, and the window repeats the request. */
const otherClock = /400: GET \/v1\/common\/init/

/** From the payment dialog to the card company and back into the dialog. */
async function addCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'カードを追加する' }).click()
  await typeCard(page, number)
  await dialog.getByRole('button', { name: 'このカードを登録する' }).click()
  await page.getByRole('link', { name: '定期便のお支払い方法に戻る' }).click()
  await dialog.getByRole('heading', { name: 'お支払い方法の変更' }).waitFor()
  await dialog.getByRole('radio', { name: /^クレジットカード/ }).check()
}

journey(
  'a charge fails, the solution is shown first, another card is charged at once',
  async ({ page, device, expectProblem }) => {
    expectProblem(otherClock)
    const member = await newMember()
    await logInDevice(device, member)
    const one = await subscribedBy(member)
    await openSubscription(page, one.id)

    // From cash on delivery to a card that is registered on the way.
    const dialog = await ask(page, 'お支払い方法を変更')
    await dialog.getByRole('radio', { name: /^クレジットカード/ }).check()
    await dialog.getByRole('button', { name: '変更する', exact: true }).click()
    await dialog.getByText('カードを追加してください。').waitFor()
    await inspect(page, 'subscription-payment')
    await addCard(page, cards.refusedLater)
    await dialog.getByRole('radio', { name: /•••• 0341/ }).check()

    // Another process has locked it: retry later, with the selection kept.
    expectProblem(/409: PATCH .*\/payment/)
    await whileLocked(one.id, async () => {
      await dialog.getByRole('button', { name: '変更する', exact: true }).click()
      await dialog.getByRole('heading', { name: 'ただいま変更できません' }).waitFor()
      await inspect(page, 'subscription-payment-later')
    })
    await dialog.getByRole('button', { name: 'もう一度試す' }).click()
    await page.getByText('これからのお支払いはクレジットカードになります。').waitFor()
    await page
      .getByText(/クレジットカード VISA •••• 0341/i)
      .first()
      .waitFor()

    // The day of the charge: declined.
    await liveOn(member, dayAfter(one.change_deadline), device)
    await page.goto('mypage')
    await page.getByText('定期便のお支払いができませんでした').waitFor()
    await page.getByRole('link', { name: '定期便のお支払いを確認する' }).click()
    const card = page.getByRole('article')
    await card.getByText('お支払いができませんでした').waitFor()
    await card.getByText('お支払いエラー').waitFor()
    await inspect(page, 'subscriptions-payment-error')
    // The same card is declined again, and the screen says so.
    const again = await ask(page, 'カードを変更する')
    await again.getByText('変更すると、すぐに').waitFor()
    await again.getByRole('button', { name: '変更して支払う' }).click()
    await page.getByText('お支払い方法を変更しましたが、お支払いができませんでした。').waitFor()
    await openSubscription(page, one.id, '#payment')
    await dialog.getByRole('heading', { name: 'お支払い方法の変更' }).waitFor()
    await addCard(page, cards.good)
    await dialog.getByRole('radio', { name: /•••• 1111/ }).check()
    await inspect(page, 'subscription-payment-repair')
    await dialog.getByRole('button', { name: '変更して支払う' }).click()
    await page.getByText('のお届けを手配しました。').waitFor()
    await page.getByText('お届け手配済み').waitFor()
    await page.getByText('お受け取りになるまで、変更はできません').waitFor()
    expect(await page.getByRole('button', { name: '解約', exact: true }).count()).toBe(0)
    await inspect(page, 'subscription-arranged')
    const orders = await ordersOf(member.email)
    expect(orders).toHaveLength(2)
    expect(await chargesOf(orders[1]!.order_no)).toMatchObject([{ amount: orders[1]!.payment_total }])
    await page.getByRole('region', { name: '履歴' }).getByText('お支払いができませんでした').first().waitFor()

    // The red warning disappears too.
    await page.goto('mypage')
    await page.getByText('最近のご注文').waitFor()
    expect(await page.getByText('定期便のお支払いができませんでした').count()).toBe(0)
    await page.goto('mypage/subscriptions')
    await card.getByText('お届け手配済み').waitFor()
    await inspect(page, 'subscriptions-arranged')
  },
)

journey(
  'two deliveries, and the screen shows the correct state every month',
  async ({ page, device, expectProblem }) => {
    expectProblem(otherClock)
    const member = await newMember()
    await logInDevice(device, member)
    let one = await subscribedBy(member)
    for (let month = 1; month <= 2; month++) {
      const { next_delivery_date: next, cycle, payment_total } = one
      // The last day: changes are still possible.
      await liveOn(member, one.change_deadline, device)
      await page.goto('mypage/subscriptions')
      const card = page.getByRole('article')
      await card.getByText(`${dayOf(one.change_deadline)}まで変更できます`).waitFor()
      await card.getByText(`${next.slice(0, 4)}年${dayOf(next)}`).waitFor()
      // The next day: arranged, at the price that was shown.
      await liveOn(member, dayAfter(one.change_deadline), device)
      await page.reload()
      await card.getByText('お届け手配済み').waitFor()
      await card.getByText(`${next.slice(0, 4)}年${dayOf(next)}`).waitFor()
      expect(await card.innerText()).toContain(`¥${payment_total.toLocaleString('ja-JP')}`)
      expect(await card.getByRole('button', { name: '解約' }).count()).toBe(0)
      // It was delivered: the next one is a month later.
      await liveOn(member, next, device)
      await page.reload()
      one = await subscriptionOf(member, one.id)
      expect(one.cycle).toBe(cycle + 1)
      expect(one.next_delivery_date).toMatch(/-05$/)
      expect(months(one.next_delivery_date) - months(next)).toBe(1)
      await card.getByText(`${one.next_delivery_date.slice(0, 4)}年${dayOf(one.next_delivery_date)}`).waitFor()
      await card.getByText(`${dayOf(one.change_deadline)}まで変更できます`).waitFor()
    }
    const orders = await ordersOf(member.email)
    expect(orders).toHaveLength(3)
    await openSubscription(page, one.id)
    await page.getByRole('button', { name: /^すべての履歴を見る/ }).click()
    const history = await page.getByRole('region', { name: '履歴' }).innerText()
    expect(history.match(/お届けが完了しました/g)).toHaveLength(2)
    expect(history.match(/次回のお届けを手配しました/g)).toHaveLength(2)
    await inspect(page, 'subscription-year')
  },
  { on: ['phone'] },
)

const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))

journey(
  '年払い: paid deliveries still arrive after cancelling',
  async ({ page, device, expectProblem }) => {
    expectProblem(otherClock)
    const member = await newMember()
    await logInDevice(device, member)
    const one = await subscribedBy(member, { sku: 127 })
    await page.goto('mypage/subscriptions')
    const card = page.getByRole('article')
    await card.getByText('全12回のうち、残り11回').waitFor()
    await inspect(page, 'subscriptions-yearly')
    const dialog = await ask(page, '解約')
    await dialog.getByText(/お支払い済みの残り11回分は、解約されたあとも予定どおりお届けします。/).waitFor()
    await dialog.getByLabel(/^解約理由/).selectOption({ index: 1 })
    await dialog.getByLabel(/^詳しくお聞かせください/).fill('一年で足りました。')
    await dialog.getByRole('button', { name: '解約する' }).click()
    await page
      .getByText(/お支払い済みの残り11回分は、予定どおりお届けします。/)
      .first()
      .waitFor()
    // It stays among the active ones until its last parcel is delivered.
    await page.reload()
    await card.getByText('解約済み', { exact: true }).waitFor()
    await card.getByText(`${one.next_delivery_date.slice(0, 4)}年${dayOf(one.next_delivery_date)}`).waitFor()
    await inspect(page, 'subscriptions-yearly-cancelled')
  },
  { on: ['desktop'] },
)
