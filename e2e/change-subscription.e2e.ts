import { expect } from 'vitest'
import { inspect, untilSettled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { announcementsDuring } from './lib/live-regions.ts'
import { onAnotherDevice } from './lib/manage.ts'
import { field, moveTo, section } from './lib/shopping.ts'
import {
  confirmChange,
  itemsIn,
  openEditor,
  said,
  subscribe,
  subscriber,
  subscriptionRow,
  toConfirm,
} from './lib/subscription.ts'

journey('day, interval, goods and address; another device, and a lost response', async (visitor) => {
  const { page, device, expectProblem, step } = visitor
  expectProblem(/^409: (PUT|POST) \/v1\/order\/subscription/, /ERR_CONNECTION_RESET/)
  const { member, id } = await subscriber(device)
  const before = await subscriptionRow(id)
  await openEditor(page, id)
  const dates = section(page, 'お届け日')
  const pattern = section(page, 'お届け周期')
  const upcomingDates = pattern.locator('dl')
  await expect.poll(() => upcomingDates.innerText()).toContain(said(before.next_next))

  step('the day is moved by keys')
  // With keys only: open, one week forward, one day forward, select.
  const next = dates.getByRole('group', { name: '次回のお届け日' })
  await next.getByRole('button').first().press('Enter')
  const grid = page.getByRole('grid', { name: '次回のお届け日' })
  await grid.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await inspect(page, 'subscription-calendar')
  await page.keyboard.press('Enter')
  await grid.waitFor({ state: 'detached' })
  const moved = new Date(`${before.next}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + 8)
  const chosen = moved.toISOString().slice(0, 10)
  await expect.poll(() => next.innerText()).toContain(said(chosen))
  // The focus is back where it was.
  expect(
    await next
      .getByRole('button')
      .first()
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)

  step('interval, time and a new address are typed')
  await pattern.getByRole('radio', { name: /^曜日で選ぶ/ }).check()
  const to = section(page, 'お届け先')
  await to.getByRole('radio', { name: '新しいお届け先' }).check()
  await field(page, '置き配').selectOption('その他(自由記入)')
  await field(pattern, '間隔').selectOption('2か月ごと')
  await field(pattern, '週').selectOption('最終')
  await field(pattern, '曜日').selectOption('木曜')
  await field(dates, 'お届け時間帯').selectOption({ index: 2 })
  for (const [label, text] of [
    ['姓', '椿野'],
    ['名', '実'],
    ['せい', 'つばきの'],
    ['めい', 'みのる'],
    ['郵便番号', '9010305'],
  ] as const)
    await field(to, label).fill(text)
  await expect.poll(() => field(to, '市区町村・町名').inputValue()).toBe('糸満市西崎')
  await field(to, '番地').fill('0-0-1')
  await field(to, '電話番号').fill('09000000012')
  await field(page, '置き場所').fill('裏口の 青い箱')
  await expect
    .poll(() => upcomingDates.innerText())
    .toMatch(/次々回\s+\d{4}年\d+月\d+日\(木\)\s+その次\s+\d{4}年\d+月\d+日\(木\)/)

  step("an interval's dates are spoken")
  // Of an interval the dates are spoken, and not the price, which is calculated anew at the same time.
  const heard = await announcementsDuring(page, async () => {
    const shown = await upcomingDates.innerText()
    await field(pattern, '週').selectOption({ index: 1 })
    await expect.poll(() => upcomingDates.innerText()).not.toBe(shown)
    await untilSettled(page)
  })
  expect(heard).toEqual([expect.stringMatching(/^次回.*その次/)])
  await field(pattern, '週').selectOption('最終')

  step('a product is added, and nothing typed is lost')
  // Nothing is lost on the way to the products and back.
  const goods = section(page, '商品と数量')
  await goods.getByRole('button', { name: '1つ増やす' }).click()
  await goods.getByRole('link', { name: '商品を追加する' }).click()
  await page.getByRole('heading', { name: '定期便に商品を追加' }).waitFor()
  await page
    .getByRole('link', { name: /純椿油「しずく」/ })
    .first()
    .waitFor()
  // 本つげ櫛 is only sold once.
  expect(await page.getByRole('link', { name: /本つげ櫛/ }).count()).toBe(0)
  await page
    .getByRole('link', { name: /シャンプー「泡紬」/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^今回のみ/ }).check()
  await page.getByText('次回のお届けでの、1点の価格です').waitFor()
  await page.getByRole('button', { name: '定期便に追加する' }).click()
  await page.waitForURL(`**/mypage/subscriptions/${id}/edit`)
  const row = goods.getByRole('listitem').filter({ hasText: 'シャンプー' })
  await row.getByText('今回のみ').waitFor()
  await page.getByText('変更の続きから始めています').waitFor()

  step('the confirmation says what was and will be')
  await toConfirm(page)
  await inspect(page, 'subscription-confirm')
  const shown = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
  expect(shown).toContain(`次回お届け日 変更前 ${said(before.next)}`)
  expect(shown).toMatch(/お届け周期 変更前 毎月5日 変更後 2か月ごとの最終木曜日/)
  expect(shown).toMatch(/商品 変更前 地肌水.* × 1 変更後 地肌水.* × 2 シャンプー.* × 1\(今回のみ\)/)
  for (const words of [
    '解約のお申し出があるまで',
    '解約の方法',
    '返品・交換',
    '商品と引き換えに現金で',
    '次々回からの1回分',
  ])
    expect(shown).toContain(words)
  expect((await subscriptionRow(id)).version).toBe(before.version)
  await page.goBack()
  await row.getByText('追加', { exact: true }).waitFor()
  await toConfirm(page)

  step('it is changed as confirmed')
  await confirmChange(page)
  const after = await subscriptionRow(id)
  expect(after).toMatchObject({
    next: chosen,
    subscription_division_id: 2,
    param1: 2,
    param2: 5,
    param3: 5,
    addr01: expect.stringContaining('糸満市'),
    delivery_notes: '裏口の 青い箱',
  })
  expect(after.delivery_time_id).not.toBeNull()
  expect(shown).toContain(said(after.next_next))
  expect(await itemsIn(id)).toMatchObject([
    { product_sku_id: 118, quantity: 2, only_cycle: null },
    { quantity: 1, only_cycle: 2 },
  ])
  // The draft is deleted once it is saved.
  await page.getByRole('button', { name: '変更内容を確認する' }).waitFor()
  expect(await page.getByText('変更の続きから始めています').count()).toBe(0)

  step('with two subscriptions, one is chosen')
  // With several subscriptions, an item is added to a selected one.
  await subscribe(member, 125)
  await moveTo(page, 'mypage/products/detail/11')
  await page.getByRole('heading', { name: 'どの定期便に追加しますか' }).waitFor()
  await inspect(page, 'subscription-products-which')
  await moveTo(page, `mypage/subscriptions/${id}/edit`)

  step('another device changes it meanwhile')
  // Neither change is lost: that of the other device stays, this one is saved by the next press.
  const press = () => page.getByRole('button', { name: 'この内容で変更する' }).click()
  const alert = (hasText: string) => page.getByRole('alert').filter({ hasText })
  const more = goods.getByRole('listitem').filter({ hasText: '地肌水' }).getByRole('button', { name: '1つ増やす' })
  const pieces = async () => (await itemsIn(id)).find(({ product_sku_id }) => product_sku_id === 118)!.quantity
  await more.click()
  await toConfirm(page)
  await onAnotherDevice(member, id, 'skip')
  await press()
  await alert('先に変更されていました')
    .getByText(/次回お届け日: .* → /)
    .waitFor()
  expect(await pieces()).toBe(2)
  await confirmChange(page)
  expect(await pieces()).toBe(3)
  expect(await subscriptionRow(id)).toMatchObject({ next: after.next_next })

  step('the response is lost')
  // The response is lost: the change is made once, and the next view shows it.
  const { version } = await subscriptionRow(id)
  await more.click()
  await toConfirm(page)
  await page.route(
    '**/v1/order/subscription/update/*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await press()
  await alert('変更を確定できませんでした').getByRole('button', { name: 'もう一度試す' }).click()
  await page.getByText('変更された項目はありません').waitFor()
  expect(await pieces()).toBe(4)
  expect((await subscriptionRow(id)).version).toBe(version + 1)
  await page.getByRole('link', { name: '定期便の内容を見る' }).click()
  await page.getByRole('button', { name: '変更内容を確認する' }).waitFor()
  expect(await page.getByText('変更の続きから始めています').count()).toBe(0)
})
