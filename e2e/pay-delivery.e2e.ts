import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { dayAfter, letTimePass, subscribedBy } from './lib/manage.ts'
import { newMember } from './lib/member.ts'
import { cards, passChallenge, typeCard } from './lib/purchase.ts'
import { chargesOf, mailTo, runJobsUntil, today } from './lib/sandbox.ts'

letTimePass()

/** The window's clock stays: the shop reports its own time, and the window repeats the request. */
const otherClock = /400: GET \/v1\/common\/init/

journeyInBoth(
  'a delivery whose payment was refused is paid once by the link of its mail, without a login',
  async ({ page, step, expectProblem }) => {
    expectProblem(otherClock)
    const member = await newMember()
    const { id } = await subscribedBy(member)
    // Its last day for changes is today, and it has no card.
    await sql(
      'update subscription set next_delivery_date = $2::date + 10, payment_method_id = 1, card_seq = null where id = $1',
      id,
      await today(),
    )
    await runJobsUntil(dayAfter(await today()))

    step('the mail has the link, which is out of the address bar at once')
    const linkOf = async () =>
      (await mailTo(member.email)).flatMap(
        ({ text }) => /https?:\S+\/sh\/pay-delivery\?token=\S+/.exec(text)?.[0] ?? [],
      )[0]
    await expect.poll(linkOf, { timeout: 20_000 }).toBeDefined()
    const { pathname, search } = new URL((await linkOf())!)
    await page.goto(pathname + search)
    await page.getByRole('heading', { level: 1, name: 'このお届けのお支払い' }).waitFor()
    expect(page.url()).not.toContain('token')
    const said = await page.locator('main').innerText()
    for (const word of [member.email, member.name01, member.phone]) expect(said).not.toContain(word)
    await inspect(page, 'pay-delivery')

    step('pressed too early, it asks for a way; then for the card')
    const pay = page.getByRole('button', { name: 'この方法で支払う' })
    await pay.click()
    await page.getByText('お支払い方法を選択してください').waitFor()
    await page.getByRole('radio', { name: /^クレジットカード/ }).check()
    await pay.click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    await inspect(page, 'pay-delivery-card')

    step('the bank refuses, and nothing is paid')
    await typeCard(page, cards.noMoney)
    await pay.click()
    await page.getByRole('alert').getByText('お支払いは済んでいません').waitFor()
    await inspect(page, 'pay-delivery-refused')

    step('another card, with 3-D Secure')
    await page.getByRole('radio', { name: /^クレジットカード/ }).check()
    await typeCard(page, cards.challenge)
    await pay.click()
    await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor()
    await passChallenge(page)
    await page.getByRole('heading', { level: 1, name: 'お手続きはお済みです' }).waitFor()
    await inspect(page, 'pay-delivery-paid')
    const [, paid] = await ordersOf(member.email)
    expect(paid).toMatchObject({ status: 'arranged', payment_method_id: 1 })
    const [row] = await sql<{ summary_status: number; card_seq: number | null }>(
      'select summary_status, card_seq from subscription where id = $1',
      id,
    )
    expect(row).toEqual({ summary_status: 1, card_seq: null })
    expect(await chargesOf(paid!.order_no)).toMatchObject([{ amount: paid!.payment_total }])

    step('the link again says so and leads to my page')
    await page.goto(pathname + search)
    await page.getByRole('heading', { level: 1, name: 'お手続きはお済みです' }).waitFor()
    await page.getByRole('link', { name: 'マイページの定期便へ' }).waitFor()

    step('a link that is cut')
    expectProblem(/^4(04|22): POST .*\/pay\/show/)
    await page.goto('pay-delivery?token=abc')
    await page.getByRole('heading', { level: 1, name: 'このURLではご覧いただけません' }).waitFor()
    await inspect(page, 'pay-delivery-no-link')
  },
)

journeyInBoth(
  'a refused delivery is paid by Apple Pay, by the link of its mail',
  async ({ page, step, expectProblem }) => {
    expectProblem(otherClock)
    const isShown = (visible: boolean) =>
      sql('update shop_payment set visible = $1 where shop_id = 2 and payment_method_id = 12', visible)
    await isShown(true)
    try {
      const member = await newMember()
      const { id } = await subscribedBy(member)
      await sql(
        'update subscription set next_delivery_date = $2::date + 10, payment_method_id = 1, card_seq = null where id = $1',
        id,
        await today(),
      )
      await runJobsUntil(dayAfter(await today()))
      const linkOf = async () =>
        (await mailTo(member.email)).flatMap(({ text }) => /\/sh\/pay-delivery\?token=\S+/.exec(text)?.[0] ?? [])[0]
      await expect.poll(linkOf, { timeout: 20_000 }).toBeDefined()
      await page.goto((await linkOf())!)
      await page.getByRole('radio', { name: /^Apple Pay/ }).check()
      const pay = page.getByRole('button', { name: 'この方法で支払う' })
      const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
      step('closed, then refused: nothing is paid')
      await pay.click()
      await sheet.getByRole('button', { name: 'やめる' }).click()
      await page.getByRole('alert').getByText('お支払いは承認されていません').waitFor()
      await pay.click()
      await sheet.getByRole('button', { name: '断られるカード' }).click()
      await page.getByRole('alert').getByText('お支払いを受け付けられませんでした').waitFor()
      await sheet.waitFor({ state: 'hidden' })
      await inspect(page, 'pay-delivery-sheet')
      step('another card')
      await page.getByRole('radio', { name: /^Apple Pay/ }).check()
      await pay.click()
      await sheet.getByRole('button', { name: 'JCB 0007' }).click()
      await page.getByRole('heading', { level: 1, name: 'お手続きはお済みです' }).waitFor()
      const paid = (await ordersOf(member.email)).at(-1)
      expect(paid).toMatchObject({ status: 'arranged', payment_method_id: 12 })
    } finally {
      await isShown(false)
    }
  },
)
