import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, field, section } from './lib/shopping.ts'

journeyInBoth(
  'ギフト: the shop offers it, a member chooses it, and it is on every page until an operator changes it',
  async ({ page, device, step }) => {
    try {
      step('the shop offers wrapping, のし and a card')
      await signIn(page, 'manager')
      await page.goto('/admin/setting/shop')
      const offered = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'ギフト包装・のし・カード' }) })
      await offered.getByRole('button', { name: '包装を加える' }).click()
      await offered.getByLabel('名前').fill('リボン包装')
      await offered.getByLabel('料金').first().fill('330')
      await offered.getByRole('button', { name: 'のしを加える' }).click()
      await offered.getByLabel('種類').fill('紅白蝶結び')
      await offered.getByLabel('メッセージカードを付けられる').check()
      await offered.getByLabel('カードの料金').fill('55')
      await inspect(page, 'admin-setting-wrapping')
      await page.getByRole('button', { name: '保存する', exact: true }).click()
      await page.getByText('店舗の設定を保存しました').waitFor()

      step('a member chooses it')
      const member = await memberWith(device, { sku: 133 })
      await page.goto('cart')
      await checkOut(page)
      const gift = section(page, 'ギフト')
      await gift.getByText('贈りものにする').click()
      await field(gift, 'ギフト包装').selectOption('リボン包装')
      await field(gift, 'のし').selectOption('紅白蝶結び')
      await field(gift, '表書き').selectOption('内祝い')
      await field(gift, 'お名入れ').fill('山田')
      await gift.getByLabel(/メッセージカードを付ける/).check()
      await field(gift, 'メッセージ').fill('お誕生日おめでとう。\nいつもありがとう。')
      await payCash(page)
      await page.getByText('¥385').first().waitFor({ state: 'attached' })
      await inspect(page, 'purchase-wrapping')
      await toConfirmation(page)
      await page.getByText('紅白蝶結び / 内祝い / お名入れ: 山田').waitFor()
      await page.getByText('ギフト包装', { exact: true }).first().waitFor()
      await inspect(page, 'confirm-wrapping')
      await order(page)
      const order_no = await completed(page)
      await page.getByText('リボン包装').waitFor()
      await page.goto(`mypage/history?order_no=${order_no}`)
      await page.getByText('お誕生日おめでとう。').waitFor()
      await inspect(page, 'history-wrapping')

      step('an operator takes the card away')
      const [placed] = await ordersOf(member.email)
      await page.goto(`/admin/orders/${placed!.id}`)
      await page.getByText('紅白蝶結び / 内祝い / お名入れ: 山田').waitFor()
      await inspect(page, 'admin-order-wrapping')
      await page.goto(`/admin/orders/${placed!.id}/change`)
      await page.getByRole('checkbox', { name: /メッセージカード/ }).uncheck()
      await page.getByLabel(/理由/).fill('お電話で承りました')
      await inspect(page, 'admin-order-change-wrapping')
      await page.getByRole('button', { name: '変更の内容を確かめる' }).click()
      await page.getByRole('dialog').getByText('ギフトの内容').waitFor()
    } finally {
      await sql(`update shop set wrapping_offer = '{"wraps":[],"noshi":[],"card_fee":null}' where id = 2`)
    }
  },
)

journeyInBoth('an operator takes an order by phone with ギフト', async ({ page, expectProblem }) => {
  expectProblem(/^422: POST \/admin\/v1\/customers/)
  const offer = { wraps: [{ wrapping_name: 'リボン包装', wrapping_fee: 330 }], noshi: [], card_fee: 55 }
  try {
    await sql('update shop set wrapping_offer = $1 where id = 2', JSON.stringify(offer))
    await signIn(page, 'manager')
    const [member] = await sql<{ id: number }>('select id::int from customer where shop_id = 2 order by id limit 1')
    await page.goto(`/admin/customers/${member!.id}/order`)
    await page.getByRole('combobox', { name: /^商品/ }).selectOption('101')
    await page.getByRole('combobox', { name: 'ギフト包装', exact: true }).selectOption('リボン包装')
    await page.getByRole('checkbox', { name: /メッセージカード/ }).check()
    await page.getByRole('button', { name: '金額とお届け日を確かめる', exact: true }).click()
    await page.getByText(/^メッセージを/).waitFor()
    await page.getByLabel('メッセージ', { exact: true }).fill('お誕生日おめでとう。')
    await inspect(page, 'admin-phone-order-wrapping')
    await page.getByRole('button', { name: '金額とお届け日を確かめる', exact: true }).click()
    await page.getByRole('dialog').getByText('ギフト包装: リボン包装').waitFor()
    await page.getByRole('dialog').getByText('¥385').waitFor()
    await inspect(page, 'admin-phone-order-wrapping-dialog')
  } finally {
    await sql(`update shop set wrapping_offer = '{"wraps":[],"noshi":[],"card_fee":null}' where id = 2`)
  }
})
