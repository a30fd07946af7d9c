import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { countPresses } from './lib/presses.ts'
import { cards, completed, order, payWithCard, toConfirmation, typeCard } from './lib/purchase.ts'
import { chargesOf } from './lib/sandbox.ts'
import { checkOut, field, moveTo, section } from './lib/shopping.ts'

journey(
  'back from the bank, cancelled there; paid by another card, which pays the next time',
  async ({ page, device, step }) => {
    const before = await stockOf(117)
    const presses = await countPresses(device)
    const member = await memberWith(device, { sku: 117 })
    await page.goto('cart')
    await checkOut(page)
    await payWithCard(page, cards.challenge)
    await page.getByRole('checkbox', { name: 'このカードを次回のために登録する' }).check()
    await toConfirmation(page)
    await order(page)
    await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor()
    step('back from the bank, cancelled there')
    await page.goBack()
    await page.getByText('お支払いの途中のご注文があります').waitFor()
    await inspect(page, 'confirm-under-way')
    await page.getByRole('button', { name: '本人認証に進む' }).click()
    await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor()
    await page.getByRole('button', { name: 'キャンセル' }).click()
    await page.getByRole('heading', { level: 1, name: 'カード決済ができませんでした' }).waitFor()
    // Title and focus say so first: the bank leads back to a new page.
    await expect.poll(() => page.title()).toMatch(/^お支払いができませんでした/)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('代金は請求されません。')
    await inspect(page, 'complete-failed')
    expect(await stockOf(117)).toBe(before)

    step('paid by another card')
    await page.getByRole('link', { name: 'カードを入力し直す' }).click()
    // The link leads to the card fields, not to the top of the confirmation.
    const number = field(page, 'カード番号')
    await expect.poll(() => number.evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => number.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true)
    await typeCard(page, cards.master)
    await order(page)
    const first = await completed(page)
    const [failed, paid] = await ordersOf(member.email)
    expect(failed).toMatchObject({ status: 'payment_error' })
    expect(paid).toMatchObject({ status: 'received', order_no: first })
    expect(await chargesOf(failed!.order_no)).toEqual([])
    expect(await chargesOf(first)).toHaveLength(1)
    expect(await stockOf(117)).toBe(before - 1)

    step('three taps, by 今すぐ購入する')
    // Three taps: address and card are already there.
    await moveTo(page, 'products/detail/15')
    let at = presses.count()
    await page.getByRole('button', { name: '今すぐ購入する' }).click()
    const saved = page.getByRole('radio', { name: /^Mastercard •••• 4444/ })
    await expect.poll(() => saved.isChecked()).toBe(true)
    await toConfirmation(page)
    expect(await page.getByRole('main').textContent()).toContain('Mastercard •••• 4444')
    await order(page)
    const second = await completed(page)
    expect(presses.count() - at).toBe(3)
    expect(await chargesOf(second)).toMatchObject([{ amount: 1620 + 660, card_no: '************4444' }])
    expect((await ordersOf(member.email)).map(({ status }) => status)).toEqual([
      'payment_error',
      'received',
      'received',
    ])

    step('four taps by the cart, with a rank')
    // Four taps by the cart. One comes before the day of the 定期便 is preselected, and waits. The rank's 5% is taken off
    // once, and cart, confirmation and history say the same.
    await sql('update customer set customer_rank_id = 3 where email = $1', member.email)
    await moveTo(page, 'products/detail/6')
    at = presses.count()
    await page.getByRole('button', { name: 'カートに入れる' }).click()
    const days = '**/delivery-date/*/start/*'
    await page.route(days, (route) => setTimeout(() => void route.continue(), 1500))
    await page.getByRole('button', { name: '定期便のお手続きへ' }).filter({ visible: true }).click()
    await toConfirmation(page)
    await page.unroute(days)
    const amounts = /商品合計¥2,640会員ランク割引-¥132送料¥660(手数料なし)?[^¥]*¥3,168/
    const main = page.getByRole('main')
    expect(await main.textContent()).toMatch(amounts)
    const arrival = await section(page, 'お届け先とお届けの時期')
      .getByText(/^\d+年\d+月\d+日/)
      .first()
      .textContent()
    await moveTo(page, 'cart')
    await expect.poll(() => main.textContent()).toMatch(amounts)
    await page.goBack()
    await order(page)
    const third = await completed(page)
    expect(presses.count() - at).toBe(4)
    expect(await chargesOf(third)).toMatchObject([{ amount: 3168 }])
    await moveTo(page, 'mypage/history')
    await page
      .getByRole('article', { name: `ご注文番号 ${third}`, exact: true })
      .getByRole('link', { name: /^詳細・領収書を見る/ })
      .click()
    await expect.poll(() => main.textContent()).toMatch(amounts)
    expect(await main.textContent()).toContain(arrival)
  },
)
