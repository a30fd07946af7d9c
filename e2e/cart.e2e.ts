import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { checkOut, putInCart } from './lib/shopping.ts'

journeyInBoth('an empty cart shows two ways out', async ({ page }) => {
  await page.goto('cart')
  await page.getByText('通常購入の商品は入っていません').waitFor()
  await inspect(page, 'cart-empty-guest')
  await page.getByRole('tab', { name: /定期購入/ }).click()
  await page.getByRole('link', { name: '定期便の商品を見る' }).click()
  await page.waitForURL('**/products?sale_type=2')
})

journeyInBoth('quantities, the limit per purchase and the amount missing for free delivery', async ({ page }) => {
  await putInCart(page, { product: 7, variant: ['中歯'], quantity: 2 })
  await page.goto('products/detail/13')
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  const total = page.getByRole('region', { name: '合計金額' })
  await total.getByText('送料無料でお届けします').waitFor()
  expect(await total.textContent()).toMatch(/商品合計¥27,830送料無料/)

  const comb = page.getByRole('group', { name: '本つげ櫛の数量' })
  await comb.getByRole('button', { name: '1つ増やす' }).click()
  await expect.poll(() => total.textContent()).toContain('商品合計¥41,030')
  // Three pieces are the limit; the button stays in place and says so.
  await comb.getByRole('button', { name: '1つ増やす' }).press('Enter')
  await page.getByText('一度にご購入いただける数量は3点までです。').waitFor()
  await inspect(page, 'cart-limit')
  await comb.getByRole('textbox').fill('9')
  await comb.getByRole('textbox').blur()
  await expect.poll(() => comb.getByRole('textbox').inputValue()).toBe('3')

  await page.getByRole('button', { name: '本つげ櫛をカートから削除' }).click()
  await page.getByText('「本つげ櫛」を削除しました').waitFor()
  await expect.poll(() => total.textContent()).toMatch(/あと¥5,170で送料無料です.*送料¥660合計¥2,090/)
  await inspect(page, 'cart-removed')
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect.poll(() => total.textContent()).toContain('商品合計¥41,030')
  await page.getByRole('link', { name: 'カート(4点)' }).waitFor()
  // The product page already shows what is in the cart.
  await page.goto('products/detail/7')
  await page.getByRole('radio', { name: '中歯' }).locator('..').click()
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByText('一度にご購入いただける数量は3点までです。').waitFor()
})

journeyInBoth('通常購入 and 定期便 are in two tabs; 年払い is not mixed with single purchases', async ({ page }) => {
  await putInCart(page, { product: 1, subscription: true })
  await putInCart(page, { product: 1, subscription: false, quantity: 2 })
  await page.goto('cart')
  await page.getByRole('tab', { name: /^通常購入\s*\(2\)/, selected: true }).waitFor()
  await page.getByRole('tab', { name: /^定期購入\s*\(1\)/ }).click()
  await page.getByText('1回目のお支払い').waitFor()
  expect(await page.getByRole('tabpanel').textContent()).toMatch(/初回¥1,936.*2回目以降¥2,178/)
  // Arrow keys move between tabs, and a reload keeps the open tab.
  await page.reload()
  await page.getByRole('tab', { name: /^定期購入/, selected: true }).waitFor()
  await page.getByRole('tab', { name: /^定期購入/ }).press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: /^通常購入/, selected: true }).waitFor()

  await putInCart(page, { product: 11 })
  await page.goto('cart?tab=periodic')
  await page.getByText(/全12回分を一括払い/).waitFor()
  const problem = page.getByText(/年間一括払いの定期購入の商品は、同時にご購入いただけません。/)
  await problem.waitFor()
  await inspect(page, 'cart-mixed')
  await checkOut(page, 'periodic')
  await page.getByText('このままではご購入いただけない商品があります').waitFor()
  expect(new URL(page.url()).pathname).toBe('/sh/cart')
  await page.getByRole('button', { name: '純椿油「しずく」をカートから削除' }).click()
  await problem.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('region', { name: '合計金額' }).textContent()).toContain('¥24,684')
  await checkOut(page, 'periodic')
  await page.waitForURL('**/periodic-purchase')
})

journey('the interval selected with the goods is shown in the cart', async ({ page }) => {
  await page.goto('products/detail/1')
  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  await page.getByRole('combobox', { name: 'お届け間隔' }).selectOption('2か月ごと')
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByText('お届け間隔 2か月ごと').waitFor()
})

journeyInBoth('less stock than wanted: one press takes the remaining pieces', async ({ page }) => {
  await putInCart(page, { product: 14, subscription: false, quantity: 4 })
  const [soap] = await sql<{ id: number; stock: number }>('select id, stock from product_sku where product_id = 14')
  try {
    await sql('update product_sku set stock = 2 where id = $1', soap!.id)
    await page.goto('cart')
    await page.getByText('「椿石けん(90g)」の在庫は残り2点です。数量をご変更ください。').waitFor()
    await inspect(page, 'cart-over-stock')
    await page.getByRole('button', { name: '数量を2点にする' }).click()
    await page.getByText('「椿石けん(90g)」の在庫は残り2点です').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  } finally {
    await sql('update product_sku set stock = $2 where id = $1', soap!.id, soap!.stock)
  }
})

journeyInBoth('the cart is emptied: one kind, or all of it, after one confirmation', async ({ page }) => {
  await putInCart(page, { product: 1, subscription: true })
  await putInCart(page, { product: 1, subscription: false, quantity: 2 })
  await page.goto('cart')
  await page.getByRole('button', { name: 'カートを空にする' }).click()
  const dialog = page.getByRole('dialog', { name: 'カートを空にしますか' })
  await dialog.getByText('3点の商品をカートから削除します。').waitFor()
  await inspect(page, 'cart-emptying')
  await dialog.getByRole('button', { name: '定期購入だけ空にする' }).click()
  await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  await page.getByRole('button', { name: 'カートを空にする' }).click()
  await dialog.getByRole('button', { name: '空にする', exact: true }).click()
  await page.getByText('通常購入の商品は入っていません').waitFor()
  await page.getByRole('link', { name: 'カート(0点)' }).waitFor()
  // Checkout without goods is not possible, and the page says so.
  await page.goto('normal-purchase')
  await page.getByText('カートに商品が入っていません。').waitFor()
  await page.waitForURL('**/login')
})

journey('the response to カートに入れる is lost: a second press counts once, a third adds another', async (visitor) => {
  const { page, device, expectProblem } = visitor
  expectProblem(/ERR_CONNECTION_RESET/)
  const { email } = await memberWith(device)
  const pieces = () =>
    sql('select quantity from cart_item i join customer c on c.id = i.customer_id where c.email = $1', email)
  // Until then the page does not know the member, and a press is sent along with the sync.
  const cart = page.waitForResponse('**/v1/cart/items')
  await page.goto('products/detail/13')
  await cart
  const add = page.getByRole('button', { name: 'カートに入れる' })
  await page.route(
    '**/v1/cart/items/new',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await add.click()
  await page.getByText('通信できませんでした').waitFor()
  expect(await pieces()).toEqual([{ quantity: 1 }])
  // Later than the second press of a double click.
  await page.waitForTimeout(600)
  await add.click()
  await page.getByRole('link', { name: 'カート(1点)' }).waitFor()
  expect(await pieces()).toEqual([{ quantity: 1 }])
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  expect(await pieces()).toEqual([{ quantity: 2 }])
})
