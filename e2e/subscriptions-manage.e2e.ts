import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect, untilSettled } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { ask, dayOf, onAnotherDevice, openSubscription, subscribedBy, subscriptionOf } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { today } from './lib/sandbox.ts'
import { field } from './lib/shopping.ts'

/** From the list to 内容・変更 of this card's subscription. */
async function openActions(card: Locator): Promise<void> {
  await card.getByRole('link', { name: 'お届け日を変更' }).click()
  await card.page().getByRole('heading', { name: '履歴' }).waitFor()
}

/** With text twice as large and an on-screen keyboard, the field that has the focus is not cut off. */
async function expectInView(control: Locator): Promise<void> {
  const page = control.page()
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width, height: 400 })
  const share = await control.evaluate(async (element) => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    element.scrollIntoView({ block: 'nearest' })
    const [seen] = await new Promise<IntersectionObserverEntry[]>((resolve) =>
      new IntersectionObserver(resolve).observe(element),
    )
    style.fontSize = ''
    return seen!.intersectionRatio
  })
  expect(share, 'visible part of the field').toBeGreaterThan(0.95)
  await page.setViewportSize({ width, height })
}

journey(
  'a card that shows its state without a tap; skip and undo, pause and reopen; an alternative, and cancelled at last',
  async ({ page, device, expectProblem, step }) => {
    const member = await newMember()
    await logInDevice(device, member)
    const one = await subscribedBy(member, { quantity: 2 })
    step('the card shows its state')
    await page.goto('mypage/subscriptions')
    const card = page.getByRole('article')
    await card.getByText('お届け予定').waitFor()
    const said = (await card.innerText()).replace(/\s+/g, ' ')
    for (const words of ['地肌水', '2点', '毎月5日', '代金引換', '椿野 咲 さま', '神宮前0-0-11', '継続中'])
      expect(said).toContain(words)
    expect(said).toContain(`${one.next_delivery_date.slice(0, 4)}年${dayOf(one.next_delivery_date)}`)
    expect(said).toContain(`${dayOf(one.change_deadline)}まで変更できます`)
    expect(said).toContain(`¥${one.payment_total.toLocaleString('ja-JP')}`)
    const actions = await card
      .getByRole('listitem')
      .getByRole('link')
      .or(card.getByRole('listitem').getByRole('button'))
      .allInnerTexts()
    expect(actions).toEqual([
      'お届け日を変更',
      '次回をお休み',
      'お届け周期を変更',
      '商品・数量を変更',
      'お届け先を変更',
      'お支払い方法を変更',
      'お支払いできないときの方法',
      '休止',
      '解約',
    ])

    step('お休み, and undone')
    const skip = await ask(page, '次回をお休み')
    await field(skip, '理由').selectOption({ label: 'まだ残っている' })
    await inspect(page, 'subscription-skip')
    await skip.getByRole('button', { name: 'お休みにする' }).click()
    await page.getByText(`次回のお届けは${dayOf(one.next_next_delivery_date)}です。`).waitFor()
    await card.getByText(`${dayOf(one.change_deadline)}まで、お休みを取り消せます。`).waitFor()
    await card.getByRole('button', { name: 'お休みを取り消す' }).click()
    await page.getByText(`お休みを取り消しました。次回のお届けは${dayOf(one.next_delivery_date)}です。`).waitFor()
    expect((await subscriptionOf(member, one.id)).next_delivery_date).toBe(one.next_delivery_date)

    step('休止')
    const pause = await ask(page, '休止')
    await pause.getByRole('button', { name: '休止する' }).click()
    await page.getByText('定期便を休止しました').waitFor()
    await page.getByText('休止中の定期便が1件あります').waitFor()
    await page.getByRole('tab', { name: '休止中 1件' }).click()
    await card.getByText('休止中です', { exact: true }).waitFor()
    // In the system's own colours an outline marks the chosen tab.
    await page.emulateMedia({ forcedColors: 'active' })
    const outlined = await page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).outlineStyle === 'solid'))
    expect(outlined).toEqual([false, true, false])
    await page.emulateMedia({ forcedColors: null })

    step('再開 after a year')
    // Paused for a year: both dates are in the past, and the screen states in advance where they move.
    await sql(
      `update subscription set next_delivery_date = next_delivery_date - interval '1 year',
         next_next_delivery_date = next_next_delivery_date - interval '1 year' where id = $1`,
      one.id,
    )
    await page.reload()
    const reopen = await ask(page, '定期便を再開する')
    await reopen.getByText('再開にあたって変わること').waitFor()
    expect(await reopen.innerText()).toMatch(/次回お届け日[\s\S]*→[\s\S]*次々回お届け日/)
    await inspect(page, 'subscription-reopen')
    await reopen.getByRole('button', { name: 'このまま再開する' }).click()
    await page.getByText('定期便を再開しました').waitFor()
    const after = await subscriptionOf(member, one.id)
    expect(after.summary_status).toBe(1)
    expect(after.next_delivery_date > (await today())).toBe(true)
    await page.getByText(`次回のお届けは${dayOf(after.next_delivery_date)}です。`).waitFor()

    step('the history names each change')
    // The change was made, and the history shows its actor.
    await page.getByRole('tab', { name: '継続中 1件' }).click()
    await openActions(card)
    const history = page.getByRole('region', { name: '履歴' })
    for (const words of [
      '再開しました',
      '休止しました',
      'お休みを取り消しました',
      '次回のお届けをお休みにしました',
      'お客様',
    ])
      expect(await history.innerText()).toContain(words)

    step('解約: an offer is taken')
    // An offer that fits the reason, with one press.
    expectProblem(/409: PATCH .*\/cancel/)
    const dialog = await ask(page, '解約')
    await field(dialog, '解約理由').selectOption({ label: 'お届けの間隔や日程が合わない' })
    await dialog.getByRole('button', { name: /^お届けの間隔をのばす/ }).click()
    await page.getByText('お届け周期を「2か月ごとの5日」に変更しました。').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const words = () =>
      sql(
        `select event, reason_id, cancel_reason_id, offered, taken from subscription_reason where subscription_id = $1 order by event_id`,
        one.id,
      )
    expect(await words()).toMatchObject([
      { event: 'skipped', reason_id: 1, taken: null },
      { event: 'paused', reason_id: null, taken: null },
      { event: 'updated', cancel_reason_id: 5, offered: ['longer', 'skip', 'dates'], taken: 'longer' },
    ])

    step('解約: an offer that leads to a form')
    await ask(page, '解約')
    await field(dialog, '解約理由').selectOption({ label: '使い心地が髪や地肌に合わなかった' })
    await dialog.getByRole('link', { name: /^ほかの商品に替える/ }).click()
    await dialog.waitFor({ state: 'detached' })

    step('解約: a missing reason')
    // A missing field is reported beside it, and the input survives a closed dialog.
    await ask(page, '解約')
    await dialog.getByRole('button', { name: '解約する' }).click()
    await dialog.getByText('解約理由を選択してください。').waitFor()
    await inspect(page, 'subscription-cancel-missing')
    await field(dialog, '解約理由').selectOption({ label: '使い切れずに余っている' })
    const detail = field(dialog, '解約理由の詳細')
    await dialog.getByText('解約理由の詳細を入力してください。').waitFor()
    // A press fills a ready-made detail in; one's own words replace it.
    await dialog.getByRole('button', { name: '家にまだ残っている' }).click()
    expect(await detail.inputValue()).toBe('家にまだ残っている')
    await field(dialog, '解約理由').selectOption({ label: '香りが好みと違った' })
    expect(await detail.inputValue()).toBe('')
    await field(dialog, '解約理由').selectOption({ label: '使い切れずに余っている' })
    await detail.fill('三本たまりました。')
    await expectInView(detail)
    await dialog.getByRole('button', { name: '解約しない' }).click()
    await dialog.waitFor({ state: 'detached' })

    step('解約: another device was first')
    // Another device was first: the message says what it changed, and no input is lost.
    await ask(page, '解約')
    await onAnotherDevice(member, one.id, 'skip')
    await dialog.getByRole('button', { name: '解約する' }).click()
    const moved = dayOf((await subscriptionOf(member, one.id)).next_delivery_date)
    await dialog.getByText(new RegExp(`^次回お届け日: .*${moved.replace(/[()]/g, '\\$&')}$`)).waitFor()
    await dialog.getByRole('button', { name: '新しい内容を読み込む' }).click()
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
    await dialog.getByText(`${moved}以降のお届けとお支払いがなくなります。`, { exact: false }).waitFor()
    expect(await field(dialog, '解約理由の詳細').inputValue()).toBe('三本たまりました。')
    // What is loaded anew asks for days of a contract that stands: a press may overtake it.
    await untilSettled(page)
    await dialog.getByRole('button', { name: '解約する' }).click()
    await page.getByText('定期便を解約しました。').waitFor()
    await page.getByText('解約済みです', { exact: true }).first().waitFor()
    const [event] = await sql<{ detail: object }>(
      "select detail from subscription_event where subscription_id = $1 and event = 'cancelled'",
      one.id,
    )
    expect(event!.detail).toMatchObject({ reason: 1, detail: '三本たまりました。' })
    step('同じ内容で申し込む')
    // What is over can be had again: the same goods and interval, in the cart.
    await page.getByRole('button', { name: '同じ内容で申し込む' }).click()
    await page.waitForURL('**/cart?tab=periodic')
    await page.getByText('お届け間隔 2か月ごとの5日').waitFor()
  },
)

journeyInBoth(
  'a promotion beside a 解約の理由: the shop makes and chooses it; a member takes it and stays, another comes too late',
  async ({ page, device, expectProblem, step }) => {
    step('the shop makes the promotion')
    await signIn(page, 'manager')
    await page.goto('/admin/promotions/new')
    const name = `続けて割${Date.now() % 100_000}`
    await page.getByLabel(/^名前/).fill(name)
    await page.getByLabel(/何をするか/).selectOption({ label: '円引き' })
    await page.getByLabel(/^割引額/).fill('300')
    await page.getByLabel(/適用のしかた/).selectOption({ label: '定期便の解約のときのご案内' })
    expect(await page.getByLabel(/買いかた/).count()).toBe(0)
    await page.getByLabel(/^次のお届けから何回/).fill('3')
    await page.getByLabel(/^先着/).fill('1')
    expectProblem(/^422: POST \/admin\/v1\/promotions/)
    await page.getByRole('button', { name: '下書きを作る' }).click()
    await page.getByText('解約のときにご案内する特典は、「おひとり様1回まで」か').waitFor()
    await page.getByLabel(/使える回数/).selectOption({ label: 'おひとり様1回まで' })
    await inspect(page, 'admin-promotion-cancel-offer')
    await page.getByRole('button', { name: '下書きを作る' }).click()
    await page.getByText(/次のお届けから3回に適用し、その次からは通常の定期価格です。/).waitFor()
    await page.getByRole('button', { name: '公開する' }).click()
    await page.getByText('実施中').waitFor()

    step('what it is worth is compared, and for now it is for everybody')
    page.on('dialog', (asked) => void asked.accept())
    await page.getByText('この数では、8週間では差を言えません。').waitFor()
    await page.getByLabel('ご案内しない割合').selectOption({ label: '20%' })
    await page.getByRole('button', { name: '比較を始める' }).click()
    await page.getByText('20%の定期便にはご案内していません。').waitFor()
    await page.getByText('差はまだ言えません').filter({ visible: true }).first().waitFor()
    await inspect(page, 'admin-promotion-comparison')
    await page.getByRole('button', { name: '比較を終える' }).click()
    await page.getByRole('button', { name: '比較を始める' }).waitFor()

    step('and offers it beside a reason')
    expectProblem(/^422: PUT \/admin\/v1\/setting\/choices/)
    await page.goto('/admin/setting/choice/cancel_reason')
    await page.locator('summary', { hasText: '4番目の理由' }).click()
    await page.getByLabel('4番目のご案内1', { exact: true }).selectOption({ label: '特典を付ける' })
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('ご案内する特典を選択してください。').waitFor()
    await page.getByLabel(/^4番目の特典/).selectOption({ label: name })
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('「解約の理由」を保存しました').waitFor()
    await inspect(page, 'admin-setting-cancel-reason-promotion')

    step('a member who is about to leave reads what it gives')
    const reason = '価格や送料が負担に感じる'
    const late = await newMember()
    await logInDevice(device, late)
    const other = await subscribedBy(late)
    await openSubscription(page, other.id)
    const dialog = await ask(page, '解約')
    await field(dialog, '解約理由').selectOption({ label: reason })
    const offer = dialog.getByRole('button', { name: /^特典を付けて続ける/ })
    await offer.waitFor()
    const price = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
    const { payment_total: total, cycle } = other
    const words = `「${name}」 次回${dayOf(other.next_delivery_date)}のお支払いは、${price(total)}から${price(total - 300)}になります。次回から3回(${cycle + 2}回目のお届けまで)に適用します。その次からは、1回${price(total)}です。商品・お届け日・お支払い方法は変わりません。`
    expect(await offer.innerText()).toContain(words)
    // 解約 is as near as without it.
    await dialog.getByRole('button', { name: '解約する' }).waitFor()
    await inspect(page, 'subscription-cancel-promotion')

    step('another member was faster: the sentence, and nothing is lost')
    expectProblem(/409: PATCH .*\/promotion/)
    await sql('update promotion set max_uses = 1, used = 1 where promotion_name = $1', name)
    const detail = field(dialog, '解約理由の詳細')
    await detail.fill('もう少し安ければ続けたいです。')
    await offer.click()
    await dialog
      .getByText(`「${name}」は、ご利用が上限に達したため終了しました。定期便は、いまの内容のままです。`)
      .waitFor()
    await offer.waitFor({ state: 'detached' })
    expect(await detail.inputValue()).toBe('もう少し安ければ続けたいです。')
    await inspect(page, 'subscription-cancel-promotion-over')

    step('taken with one press')
    await sql('update promotion set used = 0 where promotion_name = $1', name)
    await page.reload()
    await ask(page, '解約')
    await offer.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`特典を付けました。${words}`).waitFor()
    const after = await subscriptionOf(late, other.id)
    expect(after).toMatchObject({
      summary_status: 1,
      payment_total: total - 300,
      next_delivery_date: other.next_delivery_date,
    })
    await page.getByText(`${cycle + 3}回目からは1回あたり ${price(total)}(いまの価格、税込・送料込み)`).waitFor()
    const history = page.getByRole('region', { name: '履歴' })
    await history.getByText('特典を付けました').waitFor()
    await inspect(page, 'subscription-promotion-taken')
    const [said] = await sql(
      "select cancel_reason_id, taken from subscription_reason where subscription_id = $1 and event = 'promotion_taken'",
      other.id,
    )
    expect(said).toMatchObject({ cancel_reason_id: 4, taken: 'promotion' })
    expect(await sql('select used, spent_yen from promotion where promotion_name = $1', name)).toEqual([
      { used: 1, spent_yen: 300 },
    ])

    step('it is offered once, and 解約 is there as before')
    await ask(page, '解約')
    await field(dialog, '解約理由').selectOption({ label: reason })
    await dialog.getByRole('button', { name: '解約する' }).waitFor()
    expect(await offer.count()).toBe(0)
    await dialog.getByRole('button', { name: '解約しない' }).click()
    await sql(
      "update master_data set offers = '{smaller,fewer,longer}', promotion_id = null where promotion_id is not null",
    )
  },
)
