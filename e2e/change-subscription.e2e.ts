import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { onAnotherDevice } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { field, section } from './lib/shopping.ts'
import {
  confirmChange,
  itemsIn,
  openEditor,
  said,
  subscribed,
  subscriber,
  subscriptionRow,
  toConfirm,
} from './lib/subscription.ts'

journey('day, interval, goods and address: the result is shown, confirmed and saved', async ({ page, device }) => {
  const { id } = await subscriber(device)
  const before = await subscriptionRow(id)
  await openEditor(page, id)
  const dates = section(page, 'お届け日')
  const pattern = section(page, 'お届け周期')
  const ahead = pattern.locator('dl')
  await expect.poll(() => ahead.innerText()).toContain(said(before.next_next))

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

  await pattern.getByRole('radio', { name: /^曜日で選ぶ/ }).check()
  const to = section(page, 'お届け先')
  await to.getByRole('radio', { name: '新しいお届け先' }).check()
  await field(page, '置き配').selectOption('その他(自由記入)')
  await page.getByRole('button', { name: '変更内容を確認する' }).click()
  await page.getByText(/ご確認いただきたい項目が\d+か所あります/).waitFor()
  await page.getByText('曜日を選択してください。').first().waitFor()
  await inspect(page, 'subscription-editor-missing')
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
    .poll(() => ahead.innerText())
    .toMatch(/次々回\s+\d{4}年\d+月\d+日\(木\)\s+その次\s+\d{4}年\d+月\d+日\(木\)/)

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
  await inspect(page, 'subscription-products')
  await page
    .getByRole('link', { name: /シャンプー「泡紬」/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^今回のみ/ }).check()
  await page.getByText('次回のお届けでの、1点の価格です').waitFor()
  await inspect(page, 'subscription-product')
  await page.getByRole('button', { name: '定期便に追加する' }).click()
  await page.waitForURL(`**/mypage/subscriptions/${id}/edit`)
  const row = goods.getByRole('listitem').filter({ hasText: 'シャンプー' })
  await row.getByText('今回のみ').waitFor()
  await page.getByText('変更の続きから始めています').waitFor()

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

  await confirmChange(page)
  const after = await subscriptionRow(id)
  expect(after).toMatchObject({
    ...{ next: chosen, subscription_division_id: 2, param1: 2, param2: 5, param3: 5 },
    ...{ addr01: expect.stringContaining('糸満市'), delivery_notes: '裏口の 青い箱' },
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

  // An item can be removed and restored, but not the only permanent one.
  await row.getByRole('button', { name: /^外す/ }).click()
  await row.getByRole('button', { name: /^元に戻す/ }).click()
  await goods.getByRole('listitem').filter({ hasText: '地肌水' }).getByRole('button', { name: /^外す/ }).click()
  await page.getByRole('button', { name: '変更内容を確認する' }).click()
  await page.getByText(/毎回お届けする商品を1つ以上お選びください/).waitFor()
})

journey(
  'selecting the subscription, items that cannot be added, and メール便',
  async ({ page, device, expectProblem }) => {
    expectProblem(/^409: POST \/v1\/order\/subscription/)
    const member = await newMember()
    await logInDevice(device, member)
    await page.goto('mypage/products')
    await page.getByText('商品を追加できる定期便がありません').waitFor()
    const id = await subscribed(member, 125)
    await subscribed(member, 101)
    await page.goto('mypage/products/detail/11')
    await page.getByRole('heading', { name: 'どの定期便に追加しますか' }).waitFor()
    await inspect(page, 'subscription-products-which')
    await page.getByRole('main').locator(`a[href*="subscription=${id}"]`).click()
    // 年払い has its own interval and payment.
    await page.getByText(/年払いの商品のため、ほかの定期便に追加できません/).waitFor()
    await page.getByRole('link', { name: '新しい定期便として申し込む' }).waitFor()
    expect(await page.getByRole('button', { name: '定期便に追加する' }).count()).toBe(0)

    // Light goods: メール便 is a choice, with its fee, and without time and 置き配.
    await sql('update subscription set payment_method_id = 1, card_seq = 0 where id = $1', id)
    await openEditor(page, id)
    const delivery = section(page, 'お届け方法')
    const letter = delivery.getByRole('radio', { name: /^メール便/ })
    await field(page, 'お届け時間帯').selectOption({ index: 2 })
    await field(delivery, '置き配').selectOption({ index: 1 })
    await letter.check()
    await page.getByText('メール便は、お届け日を目安にポストへお届けします。').waitFor()
    for (const [name, fee] of [
      [/^宅配便/, '送料 ¥660'],
      [/^メール便/, '送料 ¥275'],
    ] as const) {
      const option = delivery.getByRole('radio', { name }).locator('xpath=ancestor::label')
      expect(await option.innerText()).toContain(fee)
    }
    expect(await field(page, 'お届け時間帯').count()).toBe(0)
    expect(await field(delivery, '置き配').count()).toBe(0)
    await page.getByText('¥2,354').first().waitFor()
    await inspect(page, 'subscription-method')
    await toConfirm(page)
    const shown = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
    expect(shown).toMatch(/配送方法 変更前 宅配便 変更後 メール便 次回お支払い金額 変更前 ¥2,739 変更後 ¥2,354/)
    expect(shown).toMatch(/送料 ¥275/)
    await confirmChange(page)
    expect(await subscriptionRow(id)).toMatchObject({ delivery_id: 2, delivery_time_id: null, delivery_notes: '' })

    // Four of them exceed the weight of a letter: they go by parcel, the page says so, and there is no choice.
    const goods = section(page, '商品と数量')
    for (let n = 0; n < 3; n++) await goods.getByRole('button', { name: '1つ増やす' }).click()
    await page.getByText(/この商品と数量では、宅配便でお届けします/).waitFor()
    await expect.poll(() => letter.count()).toBe(0)
    await goods.getByRole('button', { name: '1つ減らす' }).click()
    await expect.poll(() => letter.isChecked()).toBe(true)
  },
)

journey(
  'a price, a parcel, another device or the line comes between confirmation and press: reported, nothing lost',
  async ({ page, device, expectProblem }) => {
    expectProblem(/^(409|422): (PUT|POST) \/v1\/order\/subscription/, /ERR_CONNECTION_RESET/)
    const { member, id } = await subscriber(device)
    const goods = section(page, '商品と数量')
    const pieces = goods.getByRole('textbox').first()
    const press = () => page.getByRole('button', { name: 'この内容で変更する' }).click()
    const alert = (hasText: string) => page.getByRole('alert').filter({ hasText })
    await openEditor(page, id)
    await goods.getByRole('button', { name: '1つ増やす' }).click()
    await toConfirm(page)

    // Raises the shop's price and this subscription's promised price.
    const raise = async (yen: number) => {
      await sql('update product_sku set subscription_price = subscription_price + $1 where id = 118', yen)
      const promise = 'update subscription_order_item set following_price = following_price + $2'
      await sql(`${promise} where subscription_id = $1`, id, yen)
    }
    await raise(110)
    try {
      await press()
      await alert('確認の途中で金額が変わりました').getByText('次回のお支払い: ¥6,930 → ¥7,150').waitFor()
      await inspect(page, 'subscription-confirm-amount')
      expect(await itemsIn(id)).toMatchObject([{ quantity: 1 }])
    } finally {
      await raise(-110)
    }
    const row = await subscriptionRow(id)
    await sql('update subscription set next_delivery_date = next_delivery_date - 40 where id = $1', id)
    await press()
    await alert('いまは変更できません').waitFor()
    await sql('update subscription set next_delivery_date = $2 where id = $1', id, row.next)
    // The draft is kept until changes are possible again.
    await alert('いまは変更できません').getByRole('link', { name: 'いまの定期便を見る' }).click()
    await page.getByText('変更の続きから始めています').waitFor()
    expect(await pieces.inputValue()).toBe('2')

    // Neither change is lost: that of the other device stays, this one is saved by the next press.
    await toConfirm(page)
    await onAnotherDevice(member, id, 'skip')
    await press()
    await alert('先に変更されていました')
      .getByText(/次回お届け日: .* → /)
      .waitFor()
    expect(await itemsIn(id)).toMatchObject([{ quantity: 1 }])
    await confirmChange(page)
    expect(await itemsIn(id)).toMatchObject([{ product_sku_id: 118, quantity: 2 }])
    expect(await subscriptionRow(id)).toMatchObject({ next: row.next_next })

    // The response is lost: the change is made once, and the next view shows it.
    const { version } = await subscriptionRow(id)
    await goods.getByRole('button', { name: '1つ増やす' }).click()
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
    expect(await itemsIn(id)).toMatchObject([{ product_sku_id: 118, quantity: 3 }])
    expect((await subscriptionRow(id)).version).toBe(version + 1)
    await page.getByRole('link', { name: '定期便の内容を見る' }).click()
    await page.getByRole('button', { name: '変更内容を確認する' }).waitFor()
    expect(await page.getByText('変更の続きから始めています').count()).toBe(0)

    // The shop moves the next delivery beyond the chosen date: reported at its field.
    const later = section(page, 'お届け日').getByRole('group', { name: '次々回のお届け日' })
    await later.getByRole('button').first().click()
    await later.getByRole('button', { name: '次の月' }).click()
    await later.getByRole('gridcell').getByRole('button', { disabled: false }).first().click()
    await toConfirm(page)
    await sql('update subscription set next_delivery_date = next_delivery_date + 80 where id = $1', id)
    await press()
    await page.getByRole('link', { name: '入力画面に戻って直す' }).click()
    await page.getByText('次々回のお届け日が正しくありません。').first().waitFor()
  },
)
